import { expect, it } from 'vitest';
import { ActiveConfiguration } from '../../../../proxy/reload/active-configuration.ts';

it('closes a configuration when no call uses it any more, and the last one at the end', async () => {
  const closed: string[] = [];
  const named = (name: string) => ({ name, close: () => Promise.resolve(void closed.push(name)) });
  const inForce = new ActiveConfiguration(named('first'));
  const idle: (() => void)[] = [];
  const use = (): Promise<void> => new Promise((resolve) => idle.push(resolve));
  inForce.replaceBy(named('second'), use);
  inForce.replaceBy(named('third'), use);
  expect([inForce.now.name, closed]).toEqual(['third', []]);
  idle[1]?.();
  await expect.poll(() => closed).toEqual(['second']);
  const closing = inForce.close();
  idle[0]?.();
  await closing;
  expect(closed.sort()).toEqual(['first', 'second', 'third']);
});
