"""What a player of Code 777 can know about his own rack. `referee/knowledge.py` is the contract."""

from referee.code777.knowledge.audit import audited
from referee.code777.knowledge.reasoner import is_so
from referee.code777.knowledge.silence import begin

__all__ = ["audited", "begin", "is_so"]
