import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { warnOfUnreadFiles } from '../../../../worker/indexing/warn-of-unread-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'truetally-journal-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('names each file that is not a segment once, and neither segments nor the copies of imports', async () => {
  const warnings: unknown[] = [];
  const warnOfUnread = warnOfUnreadFiles(folder, { warn: (members: object) => warnings.push(members) });
  mkdirSync(join(folder, 'imports'));
  writeFileSync(join(folder, 'proxy-1.00000001.0a1b2c3d.jsonl'), '');
  await warnOfUnread();
  expect(warnings).toEqual([]);
  writeFileSync(join(folder, 'traffic.jsonl'), '');
  await warnOfUnread();
  writeFileSync(join(folder, 'Proxy-1.00000001.0a1b2c3d.jsonl'), '');
  await warnOfUnread();
  expect(warnings).toEqual([{ file: 'traffic.jsonl' }, { file: 'Proxy-1.00000001.0a1b2c3d.jsonl' }]);
});

it('names nothing in a missing folder', async () => {
  const warnings: unknown[] = [];
  await warnOfUnreadFiles(join(folder, 'later'), { warn: (members: object) => warnings.push(members) })();
  expect(warnings).toEqual([]);
});
