import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { killAtFaultPoint } from '../../../../runtime/process/kill-at-fault-point.ts';

describe('killAtFaultPoint', () => {
  it('does nothing without a name, and at points with other names', () => {
    expect(() => killAtFaultPoint(undefined).reach('batch.planned')).not.toThrow();
    expect(() => killAtFaultPoint('batch.loaded').reach('batch.planned')).not.toThrow();
  });

  it('ends the process immediately at the named point', () => {
    const script = `
      import { killAtFaultPoint } from './runtime/process/kill-at-fault-point.ts';
      process.on('exit', () => console.log('a handler ran'));
      killAtFaultPoint('batch.planned').reach('batch.planned');
      console.log('went on');`;
    const { signal, stdout } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      encoding: 'utf8',
    });
    expect({ signal, stdout }).toEqual({ signal: 'SIGKILL', stdout: '' });
  });
});
