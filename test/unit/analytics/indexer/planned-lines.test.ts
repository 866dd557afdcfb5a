import { describe, expect, it } from 'vitest';
import { toFactRow } from '../../../../analytics/indexer/events/fact-rows.ts';
import { readPlannedLines, readBlock } from '../../../../analytics/indexer/reading/read-block.ts';
import { readPlannedBatch, readBatch, type ReadBatch } from '../../../../analytics/indexer/events/read-batch.ts';
import type { EventSource } from '../../../../journal/source/event-source.ts';
import type { IngestScopeStore } from '../../../../store/ingest/ingest-scope-store.ts';
import { JOURNAL_LINES, makeJournalLines } from '../../../reference/property/journal-lines.ts';
import { createRandom } from '../../../../testing/random.ts';

const LEAF = {
  organizationId: 'org_here',
  workspaceId: 't_here',
  applicationId: 'app_here',
  gatewayId: 'gw_here',
  environmentId: 'env_here',
};
const SCOPES: IngestScopeStore = {
  leaves: () => Promise.resolve([LEAF]),
  workspaces: () => Promise.resolve([LEAF]),
  horizons: () => Promise.resolve(new Map()),
  erasedUsers: () => Promise.resolve({ isEmpty: true, has: () => false }),
};
const AT = '2026-03-02T10:15:00.000Z';
const KINDS = Object.keys(JOURNAL_LINES);
const SEEDS = 60;

function sourceOf(lines: readonly string[]): EventSource {
  const block = () => Promise.resolve({ lines, firstOffset: 0n, lastOffset: BigInt(lines.length) });
  return { id: 'journal:one', kind: 'journal', location: '/one', read: block, readAgain: block };
}

/** The part of a batch that its plan stores, and the result of reading it again. */
async function repeated(source: EventSource, read: ReadBatch, lineCount: number, counted?: 'lines' | 'events') {
  const place = { firstOffset: 0n, lastOffset: 0n };
  const lines = await readPlannedLines(source, { ...place, lineCount, counted });
  return { lines: lines.length, ...readPlannedBatch(lines, new Set(read.faulty.map(({ index }) => index))) };
}

/** Reads lines by every possible plan, and compares each result with the plan's input. */
async function expectToRepeat(lines: readonly string[]): Promise<void> {
  const source = sourceOf(lines);
  const { block, read } = await readBlock(source, SCOPES, 0n);
  const events = { lines: block.lines.length, ...read, faulty: [] };
  expect(await repeated(source, read, block.lines.length, 'events')).toEqual(events);
  expect(await repeated(source, read, block.lines.length)).toEqual(events);
  const before = await readBatch(lines, SCOPES);
  expect(await repeated(source, before, lines.length)).toEqual({ lines: lines.length, ...before, faulty: [] });
}

describe('a repeated planned batch', () => {
  it.each(KINDS)('equals the input of its plan, for only this kind: %s', async (kind) => {
    for (let seed = 0; seed < 20; seed += 1) {
      const lines = await makeJournalLines(createRandom(seed), LEAF, { kinds: [kind], from: 1, count: seed % 4 });
      await expectToRepeat(lines);
    }
  });

  it('has the dimensions that a quarantined admission of an earlier gateway notes', async () => {
    const { organizationId, workspaceId, ...leaf } = LEAF;
    const scope = {
      ...{ organization_id: organizationId, workspace_id: workspaceId, application_id: leaf.applicationId },
      ...{ gateway_id: leaf.gatewayId, environment_id: leaf.environmentId },
    };
    const request = { schema: 1, scope, purpose: 'application', logical_request_id: 'greq_1' };
    const admission = { event: 'request_admitted', ...request, admitted_at: AT, noted: { 'dims.user': 'alice' } };
    const ending = { ...request, admitted_at: AT, terminal_at: AT, status: 'succeeded', attempt_count: 0 };
    const lines = [admission, { event: 'request_terminal', ...ending }].map((event) => JSON.stringify(event));
    const { facts } = await readBatch(lines, SCOPES);
    expect(readPlannedBatch(lines, new Set([0])).facts).toEqual(facts.slice(1));
    expect(facts.map(({ fact }) => toFactRow(fact)['user'])).toEqual(['alice', 'alice']);
  });

  it('equals the input of its plan, for any kinds together', async () => {
    for (let seed = 0; seed < SEEDS; seed += 1) {
      const random = createRandom(seed);
      const choice = { kinds: random.some(KINDS, 1), from: 1, count: random.whole(1, 30) };
      await expectToRepeat(await makeJournalLines(random, LEAF, choice));
    }
  });
});
