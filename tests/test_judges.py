"""What others say of prepared requests: the SDKs' types, service models, validators and chat templates. `make judges` asks them more."""

from __future__ import annotations

from collections import Counter

import pytest

from judges import histories, templates
from judges.courts import COURTS, Court
from judges.verdict import Judge, Request

FEW = 30
# A template takes seconds for a real session, so here they see generated ones only.
SLOW = (templates.OTHERS, templates.MISTRAL)


def seen_by(judge: Judge, requests: list[Request]) -> list[Request]:
    return requests[: len(requests) - len(histories.sessions())] if judge in SLOW else requests


@pytest.mark.parametrize("court", COURTS, ids=[" ".join([court.target, *court.options]) for court in COURTS])
def test_prepared_requests_are_accepted_by_others(court: Court) -> None:
    requests = list(histories.prepared(court.target, FEW, court.options))
    for judge in court.judges:
        assert Counter() == Counter(kind for verdict in judge.judge(seen_by(judge, requests)) for kind in verdict), judge.name
