import { beforeEach, describe, expect, it } from 'vitest';
import type { CommandRow } from '../../../operator/commands/command.ts';
import { TRAFFIC_COMMANDS, type TrafficCommandPorts } from '../../../operator/commands/traffic/traffic-commands.ts';
import { parseUser } from '../../../operator/commands/traffic/user-option.ts';

const NOW = new Date('2026-03-02T08:00:00.000Z');
const WORKSPACE = 't_00000000000000000000000009';
const FORM =
  'a user exactly as facts have it: 1 to 256 characters, without control characters and without blanks at its ends';

/** The users that were to be erased. */
let erased: string[];
beforeEach(() => {
  erased = [];
});

function run(typed: Readonly<Record<string, string>>, file = ''): Promise<readonly CommandRow[]> {
  const workspace = { organizationId: 'org_1', workspaceId: WORKSPACE, keepsFrom: undefined, erasedBefore: undefined };
  const ports: Partial<TrafficCommandPorts> = {
    retention: {
      find: () => Promise.resolve(workspace),
      move: () => Promise.reject(new Error('No horizon is moved here.')),
      markErased: () => Promise.reject(new Error('Nothing is marked here.')),
    },
    readFile: () => Promise.resolve(file),
    eraseUser: ({ workspaceId }, user) => {
      expect(workspaceId).toBe(WORKSPACE);
      erased.push(user);
      const found = { facts: 0, contentFiles: 0, datasetItems: 0, quarantinedLines: 0, savedViews: 0, reportRuns: 0 };
      return Promise.resolve({ before: NOW, ...found });
    },
  };
  const command = TRAFFIC_COMMANDS['retention erase']!;
  return Promise.resolve().then(() =>
    command.run(ports as TrafficCommandPorts, { workspace: WORKSPACE, ...typed }, NOW),
  );
}

describe('retention erase', () => {
  it.each<[string, Record<string, string>, string]>([
    ['an option', { user: `O'Neil "ü🚀\\` }, ''],
    ['the first line of a file', { 'user-file': 'user.txt' }, `O'Neil "ü🚀\\\nanother line\n`],
    ['the first line of a file of Windows', { 'user-file': 'user.txt' }, `O'Neil "ü🚀\\\r\n`],
  ])('erases the user in %s, and does not show the user', async (_, typed, file) => {
    const [row] = await run(typed, file);
    expect(erased).toEqual([`O'Neil "ü🚀\\`]);
    expect(row).toMatchObject({ dimension: 'user', erased_before: NOW.toISOString(), facts: '0' });
    expect(JSON.stringify(row)).not.toContain('Neil');
  });

  it.each<[string, Record<string, string>, string, string]>([
    ['both options', { user: 'ada', 'user-file': 'f' }, 'ada', 'Use either --user or --user-file, not both.'],
    ['an empty user', { user: '' }, '', `--user must be ${FORM}.`],
    ['blanks at an end', { user: 'ada ' }, '', `--user must be ${FORM}.`],
    ['a control character', { user: 'a\tda' }, '', `--user must be ${FORM}.`],
    ['257 characters', { user: 'a'.repeat(257) }, '', `--user must be ${FORM}.`],
    ['an empty file', { 'user-file': 'f' }, '', `The first line of f must be ${FORM}. Check the file.`],
    ['a file with blanks', { 'user-file': 'f' }, ' folded', `The first line of f must be ${FORM}. Check the file.`],
  ])('refuses %s, and does not show the user', async (_, typed, file, sentence) => {
    await expect(run(typed, file)).rejects.toThrow(sentence);
    expect(erased).toEqual([]);
  });

  it('without a user deletes what has expired', async () => {
    await expect(run({})).rejects.toThrow('No traffic of this workspace has expired.');
    expect(erased).toEqual([]);
  });
});

it('a user has at most 256 characters, however many bytes these have', () => {
  expect([parseUser('🚀'.repeat(256)), parseUser('🚀'.repeat(257))]).toEqual(['🚀'.repeat(256), undefined]);
});
