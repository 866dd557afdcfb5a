import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { JudgedDemo } from '../../../launcher/demo/create-judged-demo.ts';
import { createJudgedDemo } from '../../../launcher/demo/create-judged-demo.ts';
import { demoTraffic } from '../../../launcher/demo/demo-traffic.ts';
import { writeDemoOutcomes, writeDemoTraffic } from '../../../launcher/demo/write-demo-traffic.ts';

const place = {
  organizationId: 'org_1',
  workspaceId: 't_1',
  environments: [{ applicationId: 'app_1', gatewayId: 'gw_1', environmentId: 'env_1' }],
  requests: 300,
};
const now = new Date('2026-05-06T07:08:09.010Z');

function journal(): string {
  const folder = mkdtempSync(join(tmpdir(), 'truetally-demo-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** The lines of the segments of a writer. */
function linesOf(folder: string, writer: string): string[] {
  const names = readdirSync(folder).filter((name) => name.startsWith(`${writer}.`));
  return names.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1));
}

it('writes the outcomes of the traffic that the journal has, once', async () => {
  const folder = journal();
  const kept: JudgedDemo[] = [];
  const keep = (judged: JudgedDemo): Promise<void> => Promise.resolve(void kept.push(judged));
  expect(await writeDemoOutcomes(folder, place, keep)).toBe(0);

  const traffic = demoTraffic({ ...place, now });
  expect(await writeDemoTraffic(folder, { ...place, now })).toBe(traffic.length);
  const judged = createJudgedDemo(traffic);
  // A later start knows the time of the traffic from its first line alone.
  expect(await writeDemoOutcomes(folder, place, keep)).toBe(judged.verdicts.length + judged.labels.length);
  expect(kept).toEqual([judged]);
  expect(linesOf(folder, 'synthetic-demo-outcomes')).toEqual(
    [...judged.verdicts, ...judged.labels].map((outcome) => JSON.stringify(outcome)),
  );

  expect(await writeDemoTraffic(folder, { ...place, now: new Date('2026-06-01T00:00:00Z') })).toBe(0);
  expect(await writeDemoOutcomes(folder, place, keep)).toBe(0);
  expect(kept).toHaveLength(1);
});

it('writes no outcome before its content is stored', async () => {
  const folder = journal();
  await writeDemoTraffic(folder, { ...place, now });
  await expect(writeDemoOutcomes(folder, place, () => Promise.reject(new Error('disk full')))).rejects.toThrow(
    'disk full',
  );
  expect(linesOf(folder, 'synthetic-demo-outcomes')).toEqual([]);
  expect(await writeDemoOutcomes(folder, place, () => Promise.resolve())).toBeGreaterThan(0);
});
