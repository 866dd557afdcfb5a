import { canonicalJson } from '../../contracts/wire/canonical-json.ts';
import type { InsightAnswer } from '../../contracts/insight/answer/insight-answer.ts';
import { MAX_ANSWER_BYTES, MAX_GROUPS } from '../../domain/reports/report-run.ts';

type Groups = NonNullable<InsightAnswer['groups']>;
type Cell = Groups[number]['cells'][number];

/** The number of cells that make an answer of 1,000 groups slightly smaller than 10 MiB. */
const CELLS_OF_A_GROUP = 102;
const DIGITS = 20;

/** One group with one cell. */
export function smallAnswer(): InsightAnswer {
  return answerOf([{ purpose: 'application', cells: [cellOf(DIGITS)] }]);
}

/**
 * An answer with the maximum number of groups and exactly the maximum bytes. The number in the last cell is as long as
 * necessary.
 */
export function tenMibAnswer(): InsightAnswer {
  const groups: Groups = Array.from({ length: MAX_GROUPS }, () => ({
    purpose: 'application',
    cells: Array.from({ length: CELLS_OF_A_GROUP }, () => cellOf(DIGITS)),
  }));
  const missing = MAX_ANSWER_BYTES - Buffer.byteLength(canonicalJson(answerOf(groups)));
  if (missing < 0) throw new Error(`The answer is ${-missing} bytes too long.`);
  const [last] = groups.slice(-1);
  return answerOf([
    ...groups.slice(0, -1),
    { purpose: 'application', cells: [...(last?.cells.slice(1) ?? []), cellOf(DIGITS + missing)] },
  ]);
}

function cellOf(digits: number): Cell {
  return { metric: 'requests.v1', value: { state: 'available', number: '7'.repeat(digits), unit: 'count' } };
}

function answerOf(groups: Groups): InsightAnswer {
  return {
    read_context: {
      schema: 1,
      catalog_version: 1,
      filter_version: 1,
      central_account_id: 'sub_00000000000000000000000001',
      workspace_id: 't_00000000000000000000000001',
      scope_digest: `sha256:${'0'.repeat(64)}`,
      authority_epoch: '1',
      projection_generation: '1',
      retention_generation: '1',
      exclusion_generation: '1',
      from: '2026-02-01T00:00:00.000Z',
      to: '2026-03-01T00:00:00.000Z',
      display_tz: 'UTC',
      purposes: ['application'],
      arrival_fence: '1',
      disclosed_through: '1',
      watermarks: [],
      coverage: [],
      evaluated_at: '2026-03-01T12:00:00.000Z',
      seal: 'made',
    },
    minted: true,
    shape: 'overview',
    groups,
    coverage: [],
    truncated: false,
  };
}
