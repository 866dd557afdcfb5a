import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { probeProcess } from '../../../../launcher/processes/probe-process.ts';

const PROBED = join(import.meta.dirname, '..', '..', '..', '..', 'testing', 'processes', 'probed-process.ts');

async function probed(report: (line: string) => void): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', PROBED], { stdio: ['pipe', 'pipe', 'inherit', 'ipc'] });
  await once(child.stdout!, 'data');
  probeProcess(child, report, 100);
  return child;
}

describe('a probed process', () => {
  it('is named and then killed if its event loop is blocked', async () => {
    const lines: string[] = [];
    const child = await probed((line) => lines.push(line));
    const ended = once(child, 'exit');
    child.stdin?.write('now');
    expect(await ended).toEqual([null, 'SIGKILL']);
    expect(lines).toEqual([
      'has not answered for 0.2 s: its event loop is blocked',
      'has not answered for 1.2 s: killing it',
    ]);
  });

  it('is named again when it answers, and left alone', async () => {
    const lines: string[] = [];
    const child = await new Promise<ChildProcess>((answered) => {
      const starting = probed((line) => {
        lines.push(line);
        if (line === 'answers again') void starting.then(answered);
        else void starting.then((started) => started.kill('SIGCONT'));
      });
      void starting.then((started) => started.kill('SIGSTOP'));
    });
    const ended = once(child, 'exit');
    child.stdin?.end();
    // The process has no more work, and probes do not keep it running.
    expect(await ended).toEqual([0, null]);
    expect(lines).toEqual(['has not answered for 0.2 s: its event loop is blocked', 'answers again']);
  });
});
