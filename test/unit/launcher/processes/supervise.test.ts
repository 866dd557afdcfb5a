import { describe, expect, it } from 'vitest';
import type { RunningProcess } from '../../../../launcher/processes/engine-process.ts';
import { supervise } from '../../../../launcher/processes/supervise.ts';

/** A process that ends on request. */
function fakeProcess(pid: number): RunningProcess & { readonly end: (reason: string) => void } {
  const { promise: exited, resolve: end } = deferred();
  return {
    pid,
    exited,
    end,
    stop: async () => {
      end('stopped');
      await exited;
    },
  };
}

function deferred(): { promise: Promise<string>; resolve: (reason: string) => void } {
  let resolve: (reason: string) => void = () => undefined;
  const promise = new Promise<string>((settle) => (resolve = settle));
  return { promise, resolve };
}

describe('supervise', () => {
  it('starts processes again, even after a failed start in between, until it is stopped', async () => {
    const processes = [fakeProcess(1), fakeProcess(2)];
    const lines: string[] = [];
    const upAgain = deferred();
    let starts = 0;
    const start = (): Promise<RunningProcess> => {
      starts += 1;
      if (starts === 2) return Promise.reject(new Error('port taken'));
      return Promise.resolve(processes[starts === 1 ? 0 : 1]!);
    };
    const supervised = await supervise('it', start, (line) => {
      lines.push(line);
      if (line === 'it is up again') upAgain.resolve('');
    });
    processes[0]!.end('signal SIGKILL');
    await upAgain.promise;
    await supervised.stop();
    expect(await processes[1]!.exited).toBe('stopped');
    expect(lines).toEqual([
      'it ended (signal SIGKILL); restarting it in 250 ms',
      'port taken',
      'it ended (it did not start); restarting it in 500 ms',
      'it is up again',
    ]);
  });

  it('passes the first failure on', async () => {
    await expect(
      supervise(
        'it',
        () => Promise.reject(new Error('no')),
        () => undefined,
      ),
    ).rejects.toThrow('no');
  });
});
