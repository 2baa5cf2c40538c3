"""What was to be had in Rallye-Code and nobody took. `referee/knowledge.py` is the contract."""

from referee.rallye.knowledge.reasoner import begin, is_so

__all__ = ["begin", "is_so"]
