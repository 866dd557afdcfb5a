import { describe, expect, it } from 'vitest';
import { occurrenceStart, type OccurrenceFacts } from '../../../../workflows/schedules/occurrence-start.ts';

const facts: OccurrenceFacts = {
  occurrenceId: 'rocc_1',
  state: 'claimed',
  scheduleId: 'rsch_1',
  reportId: 'rpt_1',
  reportName: 'Spend *now* <b>',
  organizationId: 'org_1',
  workspaceId: 'ws_1',
  scheduledFor: '2026-03-02T08:00:00.000Z',
  skippedCount: 2,
};

const claimed: OccurrenceFacts = {
  ...facts,
  window: { from: '2026-03-01T08:00:00.000Z', to: '2026-03-02T08:00:00.000Z' },
};
const missed: OccurrenceFacts = { ...facts, state: 'missed' };

describe('the start of an occurrence', () => {
  it('shows its names as text in Markdown, and unchanged elsewhere', () => {
    const { memo, staticSummary, staticDetails } = occurrenceStart(claimed);
    expect(memo).toEqual({
      report: 'Spend *now* <b>',
      scheduled_for: '2026-03-02T08:00:00.000Z',
      skipped_count: 2,
      window_from: '2026-03-01T08:00:00.000Z',
      window_to: '2026-03-02T08:00:00.000Z',
    });
    expect(staticSummary).toBe('Scheduled 2026-03-02T08:00:00.000Z: report “Spend *now* <b>”');
    expect(staticDetails.split('\n')).toEqual([
      '- **Report:** Spend \\*now\\* \\<b\\> (`rpt_1`)',
      '- **Scheduled for:** 2026-03-02T08:00:00.000Z by `rsch_1`',
      '- **Window:** 2026-03-01T08:00:00.000Z to 2026-03-02T08:00:00.000Z',
      '- **Older instants skipped:** 2',
      '- **Workspace:** `ws_1` of `org_1`',
    ]);
  });

  it('that was missed states this, and has no window', () => {
    const { memo, staticSummary, staticDetails, typedSearchAttributes } = occurrenceStart(missed);
    expect(Object.keys(memo)).toEqual(['report', 'scheduled_for', 'skipped_count']);
    expect(staticSummary).toBe('Missed 2026-03-02T08:00:00.000Z: report “Spend *now* <b>”');
    expect(staticDetails).toContain('- **Window:** none, nothing was run\n- **Missed:** 2\n');
    expect(typedSearchAttributes.slice(-3)).toEqual([
      { key: { name: 'OccurrenceState', type: 'KEYWORD' }, value: 'missed' },
      { key: { name: 'FailureCode', type: 'KEYWORD' }, value: 'missed' },
      {
        key: { name: 'FailureCause', type: 'KEYWORD_LIST' },
        value: ['instants too old to be run: 2, the latest of them 2026-03-02T08:00:00.000Z'],
      },
    ]);
  });

  it.each([
    ['may be found by the name of its report', true, ['Spend *now* <b>']],
    ['omits that name from unencrypted data', false, []],
  ])('%s', (_what, namesArePlain, found) => {
    const { typedSearchAttributes } = occurrenceStart({ ...claimed, namesArePlain });
    expect(typedSearchAttributes.flatMap(({ key, value }) => (key.name === 'ReportName' ? [value] : []))).toEqual(
      found,
    );
    expect(JSON.stringify(typedSearchAttributes).includes(facts.reportName)).toBe(namesArePlain);
  });
});
