import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { FIRST_QUERY, firstVisitScript } from '../../../launcher/engines/first-visit.ts';
import { SEARCH_ATTRIBUTES } from '../../../workflows/search-attributes.ts';

const COLUMNS = 'namespace-workflow-table-columns';
const VIEWS = 'saved-workflow-queries';
const NAMES: readonly string[] = Object.values(SEARCH_ATTRIBUTES).map(({ name }) => name);

/** The storage of a browser after the script ran, with this storage before. */
function visit(before: Readonly<Record<string, string>> = {}, namespace = 'truetally'): Record<string, unknown> {
  const kept = new Map(Object.entries(before));
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  };
  runInNewContext(firstVisitScript(namespace), { localStorage });
  return Object.fromEntries([...kept].map(([key, value]) => [key, JSON.parse(value) as unknown]));
}

describe('the first visit of a browser', () => {
  it('gets columns with the names of runs, their failures and overdue schedules, all of which exist', () => {
    const { [COLUMNS]: columns } = visit() as Record<string, Record<string, { label: string; pinned: boolean }[]>>;
    const labels = columns!['truetally']!.map(({ label }) => label);
    const own = ['ReportName', 'FailureCause', 'ComparisonName', 'JudgeName', 'FailureCode', 'ScheduledFor'];
    expect(labels.filter((label) => NAMES.includes(label))).toEqual(own);
    expect(labels.filter((label) => !NAMES.includes(label))).toEqual(['Status', 'Type', 'Start', 'End', 'Workflow ID']);
  });

  it('gets saved views that use only existing attributes', () => {
    const { [VIEWS]: views } = visit() as Record<string, Record<string, { id: string; query: string }[]>>;
    const queries = views!['truetally']!.map(({ query }) => query);
    expect(queries).toContain('`ExecutionStatus`="Failed"');
    expect(queries[0]).toBe(FIRST_QUERY);
    const asked = queries.flatMap((query) => [...query.matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
    const known = [...NAMES, 'ExecutionStatus', 'WorkflowType'];
    expect(asked.filter((name) => !known.includes(name))).toEqual([]);
    expect(new Set(views!['truetally']!.map(({ id }) => id)).size).toBe(queries.length);
  });

  it('keeps a visitor’s choices, and the data of other namespaces', () => {
    const chosen = { [COLUMNS]: '{"truetally":[{"label":"Status","pinned":true}]}', [VIEWS]: '{"truetally":[]}' };
    expect(visit(chosen)).toEqual({
      [COLUMNS]: { truetally: [{ label: 'Status', pinned: true }] },
      [VIEWS]: { truetally: [] },
    });
    const other = { [COLUMNS]: '{"default":[{"label":"End","pinned":false}]}' };
    const both = visit(other) as Record<string, Record<string, object>>;
    expect(Object.keys(both[COLUMNS]!)).toEqual(['default', 'truetally']);
    expect(both[COLUMNS]!['default']).toEqual([{ label: 'End', pinned: false }]);
  });
});
