import { expect, it } from 'vitest';
import type { RunningConfiguration } from '../../../../domain/installation/running-configuration.ts';
import { createProcessDescription } from '../../../../proxy/composition/process/process-description.ts';
import type { GatewayProcessDescription } from '../../../../store/installation/gateway-fleet-store.ts';

const configuration = (digest: string): RunningConfiguration => ({
  loadedAt: new Date('2026-03-01T12:00:00.000Z'),
  file: { digest, text: '', redactions: 0 },
});
const BUILD = { version: '0.3.0', commit: null };

it('is written once for each configuration, and again after a failure', async () => {
  const described: GatewayProcessDescription[] = [];
  let fault: Error | undefined = new Error('Postgres is away.');
  const fleet = {
    describe(one: GatewayProcessDescription) {
      if (fault !== undefined) return Promise.reject(fault);
      described.push(one);
      return Promise.resolve();
    },
  };
  const [first, second] = [configuration('sha256:1'), configuration('sha256:2')];
  const parts = { processId: 'proxy-1', hostName: 'gateway-a', build: BUILD };
  const description = createProcessDescription({ fleet, ...parts }, first);
  await expect(description.look()).rejects.toThrow('Postgres is away.');
  fault = undefined;
  await description.look();
  await description.look();
  expect(described).toEqual([{ ...parts, configuration: first }]);
  description.use(second);
  await description.look();
  await description.look();
  expect(described).toEqual([
    { ...parts, configuration: first },
    { ...parts, configuration: second },
  ]);
});
