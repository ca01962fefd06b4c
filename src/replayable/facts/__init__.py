"""Facts of providers that rules, formats and contracts share: tables, patterns and limits, each with source and date. No logic.

A wrong belief in a rule must not hide itself from the check, so what is *concluded* from a fact is written on each side."""
