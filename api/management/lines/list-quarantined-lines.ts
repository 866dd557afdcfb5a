import { Type } from 'typebox';
import { QUARANTINE_REASONS } from '../../../contracts/ingest/lines/parse-traffic-line.ts';
import { INSTALLATION_OPERATIONS } from '../../../contracts/management/installation/operations.ts';
import { QUARANTINE_STATES } from '../../../contracts/management/installation/quarantined-lines.ts';
import { literalUnion } from '../../../contracts/wire/literal-union.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { PAGE_QUERY, readListPage } from '../lane/read-list-page.ts';
import { presentLine } from './present-line.ts';

const QuerySchema = Type.Object(
  {
    ...PAGE_QUERY,
    reason: Type.Optional(literalUnion(QUARANTINE_REASONS, { description: 'Only lines with this reason' })),
    state: Type.Optional(
      literalUnion(QUARANTINE_STATES, { description: '`kept` by default; `discarded` lists discarded lines' }),
    ),
  },
  { additionalProperties: false },
);

/** Lists quarantined lines without their texts. */
export const listQuarantinedLines = createManagementHandler(
  INSTALLATION_OPERATIONS,
  'management.quarantined_lines.list',
  {
    query: QuerySchema,
    async answer(request, context) {
      const { quarantine } = context.ports.installation;
      const { reason, state = 'kept' } = request.query;
      const { rows, nextCursor } = await readListPage(request, context, {
        list: `quarantined_lines ${state}`,
        load: (after, limit) =>
          quarantine.list({
            reason,
            discarded: state === 'discarded',
            before: after && BigInt(after.id),
            limit,
          }),
        keyOf: ({ arrivalSeq }) => ({ createdAt: '', id: String(arrivalSeq) }),
      });
      return { lines: rows.map(presentLine), next_cursor: nextCursor };
    },
  },
);
