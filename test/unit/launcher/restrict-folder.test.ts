import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { restrictFolder } from '../../../launcher/restrict-folder.ts';

it('removes all rights of others from our files, and changes nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'truetally-rights-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const place = (name: string): string => join(folder, name);
  const make = (name: string, mode: number): void => {
    if (name.endsWith('/')) mkdirSync(place(name));
    else writeFileSync(place(name), '');
    chmodSync(place(name), mode);
  };
  make('postgres/', 0o755);
  make('postgres/password', 0o644);
  make('journal/', 0o777);
  make('journal/a.jsonl', 0o664);
  make('connection.json', 0o640);
  make('notes.txt', 0o644);
  symlinkSync(place('notes.txt'), place('journal/link'));
  chmodSync(folder, 0o755);
  restrictFolder(folder);
  const modes = ['.', 'postgres', 'postgres/password', 'journal', 'journal/a.jsonl', 'connection.json', 'notes.txt'];
  expect(modes.map((name) => `${name} ${(statSync(place(name)).mode & 0o777).toString(8)}`)).toEqual([
    '. 700',
    'postgres 700',
    'postgres/password 600',
    'journal 700',
    'journal/a.jsonl 600',
    'connection.json 600',
    'notes.txt 644',
  ]);
});
