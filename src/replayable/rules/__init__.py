"""Every rule, in the one order in which they may run. Policies are subsequences of `CATALOG`.

Why this order, group by group; every swap that would change a result stands here.

- *text* first: names, arguments and blankness are judged on clean strings.
- *what the runtime wrote* (copies, its own context, marks of provenance) before *silent replies*: a text may be a silent reply
  once such context is out of it.
- *roles*, *silent replies*, *cut-off reasoning*: whole turns go before anything looks at their parts.
- *settings* and *parts that have no place*: what cannot be written is turned into text before blankness is judged. Of settings what the target
  has no word for goes first, then what its model refuses or takes in other bounds, then what excludes another; an output limit is made
  when the thinking budget is known.
- *images* before *parts that have no place*: one that was not read as an image says so instead of going unseen. Base64 is tidied, then
  judged, then the type and the size are; the rules behind can rely on it. Images *move* and *give way* after pairing and ids: behind
  all results of their turn, and only such as are still there count.
- *reasoning* before *blank text*: a turn emptied of reasoning keeps its shape with a visible text. Within it: what is another's or older than
  a compaction loses its proof before unproved reasoning goes; earlier turns are forgotten after that, when it is known which is the latest.
- *documents* get names that may stand before they are told apart, and words beside them once no turn changes any more.
- *calls* before *pairing*: an unanswered call that was never issued must not get a made-up result. A signed turn that cannot
  lose a call goes before one is lost. Names and arguments come after the decisions that drop calls, and
  those of the tools that are offered before those that are only called.
- *pairing*: placeholders and duplicates go before orphans are told, results move before missing ones are made.
- *ids* after pairing: results are paired on the ids as stored. Of the ids of items those that are refused go first, with reasoning that
  is nothing without its own, then reasoning that leads to nothing, then the ids that hung on it.
- *empty turns* after all rules that may empty one, *turn order* after that: a dropped turn brings two others together.
- *misplaced reasoning* after turns were put together, *unbound reasoning* after all that changes a turn: both look at what is sent in the end.
- *reasoning in a prefill* goes before a text is put behind reasoning that ends a turn.
- *trailing reasoning* after what can take away or bring together what follows it, and before the turn order's end is judged.
- *the running tool loop* and *undeclared tools* when all reasoning and all calls are settled.
- *cache marks* last: they must not stand on anything that went or was merged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from replayable.on_demand import offer

# The folder and the file of each rule. Its class is named like the file, in the spelling of classes; it is imported when it is first asked for.
ORDER = (
    "text.lone_surrogate",
    "text.control_character",
    "text.unclean_setting",
    "content.unknown_role",
    "content.wrapped_message",
    "provenance.copied_reply",
    "provenance.repeated_reply",
    "provenance.failed_turn_placeholder",
    "provenance.internal_context",
    "provenance.spent_context",
    "provenance.display_part",
    "provenance.unmarked_routed_text",
    "provenance.stale_usage",
    "content.silent_reply",
    "content.cut_off_reasoning",
    "settings.untranslatable_field",
    "settings.untranslatable_tool",
    "settings.untranslatable_thinking",
    "settings.refused_setting",
    "settings.out_of_range_setting",
    "settings.conflicting_setting",
    "settings.toolless_choice",
    "settings.missing_output_limit",
    "content.untranslatable_part_field",
    "content.refused_field",
    "content.named_speaker",
    "content.refused_shape",
    "content.borrowed_shape",
    "content.spoken_answer",
    "content.absent_content",
    "items.misnamed_part",
    "calls.unencoded_arguments",
    "images.image_without_vision",
    "images.untidy_image_data",
    "images.unreadable_image",
    "images.wrong_media_type",
    "images.oversized_image",
    "content.unsupported_part",
    "reasoning.foreign_reasoning",
    "reasoning.foreign_thought_signature",
    "reasoning.corrupt_thought_signature",
    "items.foreign_item",
    "reasoning.unreplayable_reasoning",
    "items.unsummarised_reasoning",
    "items.unstored_item",
    "reasoning.outdated_signature",
    "reasoning.broken_signature",
    "reasoning.unsigned_reasoning",
    "reasoning.repeated_reasoning",
    "reasoning.earlier_reasoning",
    "reasoning.unwanted_signature",
    "reasoning.wordless_reasoning",
    "reasoning.unwanted_reasoning",
    "reasoning.unread_reasoning_field",
    "documents.impossible_document_name",
    "documents.repeated_document_name",
    "content.blank_text",
    "calls.broken_signed_turn",
    "calls.half_streamed_call",
    "calls.doubled_tool_call",
    "calls.failed_turn_call",
    "calls.incomplete_tool_call",
    "calls.unoffered_tool_call",
    "calls.impossible_declared_name",
    "calls.impossible_tool_name",
    "calls.broken_arguments",
    "calls.overlong_arguments",
    "pairing.superseded_tool_result",
    "pairing.duplicate_tool_result",
    "pairing.orphan_tool_result",
    "pairing.displaced_tool_result",
    "pairing.missing_tool_result",
    "pairing.split_server_tool",
    "ids.tool_call_id",
    "ids.misshapen_call_id",
    "items.refused_item_id",
    "reasoning.orphan_reasoning",
    "items.unpaired_item_id",
    "items.prior_item_id",
    "calls.misnamed_tool_result",
    "images.aged_image",
    "images.misplaced_image",
    "images.surplus_image",
    "ids.unwanted_call_id",
    "content.empty_turn",
    "turns.developer_message",
    "items.system_item",
    "settings.missing_instructions",
    "turns.listed_system_message",
    "turns.unsupported_system_role",
    "turns.late_system_message",
    "turns.consecutive_system_messages",
    "turns.assistant_first_history",
    "turns.consecutive_user_turns",
    "turns.consecutive_assistant_turns",
    "turns.several_final_assistants",
    "turns.user_after_tool",
    "turns.text_beside_calls",
    "content.listed_text",
    "turns.parallel_tool_calls",
    "reasoning.finished_reasoning",
    "reasoning.missing_reasoning",
    "documents.lone_document",
    "reasoning.misplaced_reasoning",
    "reasoning.unbound_reasoning",
    "reasoning.reasoned_prefill",
    "reasoning.trailing_reasoning",
    "turns.unmarked_prefill",
    "turns.trailing_assistant",
    "reasoning.missing_thought_signature",
    "reasoning.unreasoned_tool_loop",
    "settings.undeclared_tools",
    "cache.misplaced_cache_mark",
    "cache.surplus_cache_mark",
)
HOMES = {"".join(map(str.capitalize, home.partition(".")[2].split("_"))): home for home in ORDER}

if TYPE_CHECKING:
    from replayable.rules.cache.misplaced_cache_mark import MisplacedCacheMark
    from replayable.rules.cache.surplus_cache_mark import SurplusCacheMark
    from replayable.rules.calls.broken_arguments import BrokenArguments
    from replayable.rules.calls.broken_signed_turn import BrokenSignedTurn
    from replayable.rules.calls.doubled_tool_call import DoubledToolCall
    from replayable.rules.calls.failed_turn_call import FailedTurnCall
    from replayable.rules.calls.half_streamed_call import HalfStreamedCall
    from replayable.rules.calls.impossible_declared_name import ImpossibleDeclaredName
    from replayable.rules.calls.impossible_tool_name import ImpossibleToolName
    from replayable.rules.calls.incomplete_tool_call import IncompleteToolCall
    from replayable.rules.calls.misnamed_tool_result import MisnamedToolResult
    from replayable.rules.calls.overlong_arguments import OverlongArguments
    from replayable.rules.calls.unencoded_arguments import UnencodedArguments
    from replayable.rules.calls.unoffered_tool_call import UnofferedToolCall
    from replayable.rules.catalogue import CATALOG
    from replayable.rules.content.absent_content import AbsentContent
    from replayable.rules.content.blank_text import BlankText
    from replayable.rules.content.borrowed_shape import BorrowedShape
    from replayable.rules.content.cut_off_reasoning import CutOffReasoning
    from replayable.rules.content.empty_turn import EmptyTurn
    from replayable.rules.content.listed_text import ListedText
    from replayable.rules.content.named_speaker import NamedSpeaker
    from replayable.rules.content.refused_field import RefusedField
    from replayable.rules.content.refused_shape import RefusedShape
    from replayable.rules.content.silent_reply import SilentReply
    from replayable.rules.content.spoken_answer import SpokenAnswer
    from replayable.rules.content.unknown_role import UnknownRole
    from replayable.rules.content.unsupported_part import UnsupportedPart
    from replayable.rules.content.untranslatable_part_field import UntranslatablePartField
    from replayable.rules.content.wrapped_message import WrappedMessage
    from replayable.rules.documents.impossible_document_name import ImpossibleDocumentName
    from replayable.rules.documents.lone_document import LoneDocument
    from replayable.rules.documents.repeated_document_name import RepeatedDocumentName
    from replayable.rules.ids.misshapen_call_id import MisshapenCallId
    from replayable.rules.ids.tool_call_id import ToolCallId
    from replayable.rules.ids.unwanted_call_id import UnwantedCallId
    from replayable.rules.images.aged_image import AgedImage
    from replayable.rules.images.image_without_vision import ImageWithoutVision
    from replayable.rules.images.misplaced_image import MisplacedImage
    from replayable.rules.images.oversized_image import OversizedImage
    from replayable.rules.images.surplus_image import SurplusImage
    from replayable.rules.images.unreadable_image import UnreadableImage
    from replayable.rules.images.untidy_image_data import UntidyImageData
    from replayable.rules.images.wrong_media_type import WrongMediaType
    from replayable.rules.items.foreign_item import ForeignItem
    from replayable.rules.items.misnamed_part import MisnamedPart
    from replayable.rules.items.prior_item_id import PriorItemId
    from replayable.rules.items.refused_item_id import RefusedItemId
    from replayable.rules.items.system_item import SystemItem
    from replayable.rules.items.unpaired_item_id import UnpairedItemId
    from replayable.rules.items.unstored_item import UnstoredItem
    from replayable.rules.items.unsummarised_reasoning import UnsummarisedReasoning
    from replayable.rules.pairing.displaced_tool_result import DisplacedToolResult
    from replayable.rules.pairing.duplicate_tool_result import DuplicateToolResult
    from replayable.rules.pairing.missing_tool_result import MissingToolResult
    from replayable.rules.pairing.orphan_tool_result import OrphanToolResult
    from replayable.rules.pairing.split_server_tool import SplitServerTool
    from replayable.rules.pairing.superseded_tool_result import SupersededToolResult
    from replayable.rules.provenance.copied_reply import CopiedReply
    from replayable.rules.provenance.display_part import DisplayPart
    from replayable.rules.provenance.failed_turn_placeholder import FailedTurnPlaceholder
    from replayable.rules.provenance.internal_context import InternalContext
    from replayable.rules.provenance.repeated_reply import RepeatedReply
    from replayable.rules.provenance.spent_context import SpentContext
    from replayable.rules.provenance.stale_usage import StaleUsage
    from replayable.rules.provenance.unmarked_routed_text import UnmarkedRoutedText
    from replayable.rules.reasoning.broken_signature import BrokenSignature
    from replayable.rules.reasoning.corrupt_thought_signature import CorruptThoughtSignature
    from replayable.rules.reasoning.earlier_reasoning import EarlierReasoning
    from replayable.rules.reasoning.finished_reasoning import FinishedReasoning
    from replayable.rules.reasoning.foreign_reasoning import ForeignReasoning
    from replayable.rules.reasoning.foreign_thought_signature import ForeignThoughtSignature
    from replayable.rules.reasoning.misplaced_reasoning import MisplacedReasoning
    from replayable.rules.reasoning.missing_reasoning import MissingReasoning
    from replayable.rules.reasoning.missing_thought_signature import MissingThoughtSignature
    from replayable.rules.reasoning.orphan_reasoning import OrphanReasoning
    from replayable.rules.reasoning.outdated_signature import OutdatedSignature
    from replayable.rules.reasoning.reasoned_prefill import ReasonedPrefill
    from replayable.rules.reasoning.repeated_reasoning import RepeatedReasoning
    from replayable.rules.reasoning.trailing_reasoning import TrailingReasoning
    from replayable.rules.reasoning.unbound_reasoning import UnboundReasoning
    from replayable.rules.reasoning.unread_reasoning_field import UnreadReasoningField
    from replayable.rules.reasoning.unreasoned_tool_loop import UnreasonedToolLoop
    from replayable.rules.reasoning.unreplayable_reasoning import UnreplayableReasoning
    from replayable.rules.reasoning.unsigned_reasoning import UnsignedReasoning
    from replayable.rules.reasoning.unwanted_reasoning import UnwantedReasoning
    from replayable.rules.reasoning.unwanted_signature import UnwantedSignature
    from replayable.rules.reasoning.wordless_reasoning import WordlessReasoning
    from replayable.rules.settings.conflicting_setting import ConflictingSetting
    from replayable.rules.settings.missing_instructions import MissingInstructions
    from replayable.rules.settings.missing_output_limit import MissingOutputLimit
    from replayable.rules.settings.out_of_range_setting import OutOfRangeSetting
    from replayable.rules.settings.refused_setting import RefusedSetting
    from replayable.rules.settings.toolless_choice import ToollessChoice
    from replayable.rules.settings.undeclared_tools import UndeclaredTools
    from replayable.rules.settings.untranslatable_field import UntranslatableField
    from replayable.rules.settings.untranslatable_thinking import UntranslatableThinking
    from replayable.rules.settings.untranslatable_tool import UntranslatableTool
    from replayable.rules.text.control_character import ControlCharacter
    from replayable.rules.text.lone_surrogate import LoneSurrogate
    from replayable.rules.text.unclean_setting import UncleanSetting
    from replayable.rules.turns.assistant_first_history import AssistantFirstHistory
    from replayable.rules.turns.consecutive_assistant_turns import ConsecutiveAssistantTurns
    from replayable.rules.turns.consecutive_system_messages import ConsecutiveSystemMessages
    from replayable.rules.turns.consecutive_user_turns import ConsecutiveUserTurns
    from replayable.rules.turns.developer_message import DeveloperMessage
    from replayable.rules.turns.late_system_message import LateSystemMessage
    from replayable.rules.turns.listed_system_message import ListedSystemMessage
    from replayable.rules.turns.parallel_tool_calls import ParallelToolCalls
    from replayable.rules.turns.several_final_assistants import SeveralFinalAssistants
    from replayable.rules.turns.text_beside_calls import TextBesideCalls
    from replayable.rules.turns.trailing_assistant import TrailingAssistant
    from replayable.rules.turns.unmarked_prefill import UnmarkedPrefill
    from replayable.rules.turns.unsupported_system_role import UnsupportedSystemRole
    from replayable.rules.turns.user_after_tool import UserAfterTool
else:
    __getattr__, __dir__ = offer(__name__, {"CATALOG": "catalogue", **HOMES})

__all__ = [
    "CATALOG",
    "AbsentContent",
    "AgedImage",
    "AssistantFirstHistory",
    "BlankText",
    "BorrowedShape",
    "BrokenArguments",
    "BrokenSignature",
    "BrokenSignedTurn",
    "ConflictingSetting",
    "ConsecutiveAssistantTurns",
    "ConsecutiveSystemMessages",
    "ConsecutiveUserTurns",
    "ControlCharacter",
    "CopiedReply",
    "CorruptThoughtSignature",
    "CutOffReasoning",
    "DeveloperMessage",
    "DisplacedToolResult",
    "DisplayPart",
    "DoubledToolCall",
    "DuplicateToolResult",
    "EarlierReasoning",
    "EmptyTurn",
    "FailedTurnCall",
    "FailedTurnPlaceholder",
    "FinishedReasoning",
    "ForeignItem",
    "ForeignReasoning",
    "ForeignThoughtSignature",
    "HalfStreamedCall",
    "ImageWithoutVision",
    "ImpossibleDeclaredName",
    "ImpossibleDocumentName",
    "ImpossibleToolName",
    "IncompleteToolCall",
    "InternalContext",
    "LateSystemMessage",
    "ListedSystemMessage",
    "ListedText",
    "LoneDocument",
    "LoneSurrogate",
    "MisnamedPart",
    "MisnamedToolResult",
    "MisplacedCacheMark",
    "MisplacedImage",
    "MisplacedReasoning",
    "MisshapenCallId",
    "MissingInstructions",
    "MissingOutputLimit",
    "MissingReasoning",
    "MissingThoughtSignature",
    "MissingToolResult",
    "NamedSpeaker",
    "OrphanReasoning",
    "OrphanToolResult",
    "OutOfRangeSetting",
    "OutdatedSignature",
    "OverlongArguments",
    "OversizedImage",
    "ParallelToolCalls",
    "PriorItemId",
    "ReasonedPrefill",
    "RefusedField",
    "RefusedItemId",
    "RefusedSetting",
    "RefusedShape",
    "RepeatedDocumentName",
    "RepeatedReasoning",
    "RepeatedReply",
    "SeveralFinalAssistants",
    "SilentReply",
    "SpentContext",
    "SplitServerTool",
    "SpokenAnswer",
    "StaleUsage",
    "SupersededToolResult",
    "SurplusCacheMark",
    "SurplusImage",
    "SystemItem",
    "TextBesideCalls",
    "ToolCallId",
    "ToollessChoice",
    "TrailingAssistant",
    "TrailingReasoning",
    "UnboundReasoning",
    "UncleanSetting",
    "UndeclaredTools",
    "UnencodedArguments",
    "UnknownRole",
    "UnmarkedPrefill",
    "UnmarkedRoutedText",
    "UnofferedToolCall",
    "UnpairedItemId",
    "UnreadReasoningField",
    "UnreadableImage",
    "UnreasonedToolLoop",
    "UnreplayableReasoning",
    "UnsignedReasoning",
    "UnstoredItem",
    "UnsummarisedReasoning",
    "UnsupportedPart",
    "UnsupportedSystemRole",
    "UntidyImageData",
    "UntranslatableField",
    "UntranslatablePartField",
    "UntranslatableThinking",
    "UntranslatableTool",
    "UnwantedCallId",
    "UnwantedReasoning",
    "UnwantedSignature",
    "UserAfterTool",
    "WordlessReasoning",
    "WrappedMessage",
    "WrongMediaType",
]
