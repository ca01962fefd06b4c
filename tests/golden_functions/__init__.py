"""What a released implementation answered to generated histories, pass by pass, held against the rules that do the same job."""
