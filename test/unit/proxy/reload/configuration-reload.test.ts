import { beforeEach, expect, it } from 'vitest';
import { ConfigurationReload } from '../../../../proxy/reload/configuration-reload.ts';

let file: string;
let used: string[];
let results: string[];
let logged: unknown[];
let reload: ConfigurationReload;

beforeEach(() => {
  [file, used, results, logged] = ['a', [], [], []];
  reload = new ConfigurationReload(
    {
      fingerprint: () => Promise.resolve(file),
      use: () => {
        if (file.startsWith('faulty')) return Promise.reject(new SyntaxError('one\ntwo'));
        if (file === 'away') return Promise.reject(new Error('no Postgres'));
        used.push(file);
        return Promise.resolve(file === 'odd' ? ['a warning'] : []);
      },
      faultsIn: (error) => (error instanceof SyntaxError ? error.message.split('\n') : undefined),
      metrics: { reloaded: (result) => void results.push(result) },
      log: {
        info: (sentence) => void logged.push(sentence),
        warn: (sentence) => void logged.push(sentence),
        error: (members) => void logged.push(members),
      },
    },
    'a',
  );
});

const NEW = 'reloaded the configuration file';

it('reads a changed file after two checks found it equal', async () => {
  await reload.look();
  file = 'half';
  await reload.look();
  file = 'odd';
  await reload.look();
  expect(used).toEqual([]);
  await reload.look();
  await reload.look();
  expect([used, results, logged]).toEqual([['odd'], ['loaded'], ['a warning', NEW]]);
});

it('keeps the previous one if the file has faults, reports all of them once, and reads it again after a repair', async () => {
  file = 'faulty';
  for (let looks = 0; looks < 4; looks += 1) await reload.look();
  expect([used, results, logged]).toEqual([[], ['faulty'], [{ faults: ['one', 'two'] }]]);
  file = 'b';
  await reload.look();
  await reload.look();
  expect([used, results]).toEqual([['b'], ['faulty', 'loaded']]);
});

it('retries at the next check after another failure', async () => {
  file = 'away';
  for (let looks = 0; looks < 3; looks += 1) await reload.look();
  expect(results).toEqual(['failed', 'failed']);
});

it('reads it immediately on request, changed or not, one read after the other', async () => {
  await Promise.all([reload.reload(), reload.reload()]);
  await reload.look();
  expect([used, results]).toEqual([
    ['a', 'a'],
    ['loaded', 'loaded'],
  ]);
});
