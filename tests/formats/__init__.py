"""Tests of the texts: boards, scenarios, results and the commands about them."""
