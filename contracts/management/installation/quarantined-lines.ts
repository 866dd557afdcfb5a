import { Type, type Static } from 'typebox';
import { QUARANTINE_REASONS } from '../../ingest/lines/parse-traffic-line.ts';
import { MAX_PAGE_ITEMS, PageTokenSchema } from '../../wire/envelope.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { ChosenNameSchema, InstantSchema, NameSchema, textSchema } from '../../wire/scalars.ts';
import { RowNumberSchema } from './row-number.ts';

const closed = { additionalProperties: false } as const;

/** The maximum number of stored characters of a quarantined line. */
const MAX_LINE_START = 2_000;

/** The states of a quarantined line: it waits for an operator, or it was discarded. */
export const QUARANTINE_STATES = ['kept', 'discarded'] as const;

const LINE_MEMBERS = {
  line: RowNumberSchema,
  reason: textSchema(64, { description: `One of ${QUARANTINE_REASONS.join(', ')}; later versions add reasons` }),
  detail: textSchema(2_000, { description: 'The fault of the line as a sentence, without its values' }),
  source: literalUnion(['journal', 'file', 'outbox']),
  location: textSchema(4_096, { description: 'The file, stream or table that the line comes from' }),
  set_aside_at: InstantSchema,
  discarded_at: Type.Optional(InstantSchema),
  discard_reason: Type.Optional(NameSchema),
} as const;

/** A quarantined line without its text. */
export const QuarantinedLineSchema = Type.Object(LINE_MEMBERS, { title: 'QuarantinedLine', ...closed });

export type QuarantinedLineDocument = Static<typeof QuarantinedLineSchema>;

/** A quarantined line with its text, which can contain data of people. */
export const QuarantinedLineTextSchema = Type.Object(
  {
    ...LINE_MEMBERS,
    text: textSchema(MAX_LINE_START, {
      description: `The first ${MAX_LINE_START} characters of the line, unchanged; it can contain data of people`,
    }),
  },
  { title: 'QuarantinedLineText', ...closed },
);

/** One page of quarantined lines, newest first. */
export const QuarantinedLinesSchema = Type.Object(
  {
    lines: Type.Array(QuarantinedLineSchema, { maxItems: MAX_PAGE_ITEMS }),
    next_cursor: PageTokenSchema,
  },
  { title: 'QuarantinedLines', ...closed },
);

/** The reason of an operator for a change, which is stored with it. */
export const ReasonSchema = Type.Object({ reason: ChosenNameSchema }, { title: 'OperatorReason', ...closed });
