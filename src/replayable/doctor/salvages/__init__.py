"""Every salvage, in the order in which they are applied.

Messages: those without a role go first, so that the others need not ask for one; corrupt images before blank turns, because a text in
the place of an image makes a turn that is not blank.

Sessions: ids are told apart before anything is hung by them; circles are looked for when every parent is there, branches when
there are none; results are put in when the rows stand where they belong; the header comes last, since it stands outside the tree.
"""

from __future__ import annotations

from replayable.doctor.salvages.blank_user import BlankUser
from replayable.doctor.salvages.corrupt_image import CorruptImage
from replayable.doctor.salvages.cyclic_parents import CyclicParents
from replayable.doctor.salvages.dangling_parent import DanglingParent
from replayable.doctor.salvages.duplicate_id import DuplicateId
from replayable.doctor.salvages.empty_failure import EmptyFailure
from replayable.doctor.salvages.late_header import LateHeader
from replayable.doctor.salvages.lost_code_result import LostCodeResult
from replayable.doctor.salvages.lost_send_result import LostSendResult
from replayable.doctor.salvages.missing_header import MissingHeader
from replayable.doctor.salvages.repeated_header import RepeatedHeader
from replayable.doctor.salvages.rewritten_prompt import RewrittenPrompt
from replayable.doctor.salvages.roleless_message import RolelessMessage
from replayable.doctor.salvages.salvage import MessageSalvage, SessionSalvage

OF_MESSAGES: tuple[MessageSalvage, ...] = (RolelessMessage(), EmptyFailure(), CorruptImage(), BlankUser())
OF_SESSIONS: tuple[SessionSalvage, ...] = (
    DuplicateId(),
    DanglingParent(),
    CyclicParents(),
    RewrittenPrompt(),
    LostCodeResult(),
    LostSendResult(),
    RepeatedHeader(),
    MissingHeader(),
    LateHeader(),
)
