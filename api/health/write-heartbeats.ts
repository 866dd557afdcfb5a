import type { HeartbeatStore } from '../../store/installation/heartbeat-store.ts';
import type { ApiPorts } from '../ports/ports.ts';

const HEARTBEAT_MS = 5_000;

/** Writes heartbeats of this process until it is stopped. */
export function writeHeartbeats(
  heartbeats: Pick<HeartbeatStore, 'beat' | 'forget'>,
  instanceId: string,
  logger: ApiPorts['logger'],
): { stop(): Promise<void> } {
  const beat = async (): Promise<void> => {
    await heartbeats.beat('api', instanceId).catch((err: unknown) => logger.warn({ err }, 'a heartbeat failed'));
  };
  let beaten = beat();
  const beating = setInterval(() => {
    beaten = beat();
  }, HEARTBEAT_MS);
  return {
    async stop() {
      clearInterval(beating);
      await beaten;
      await heartbeats.forget(instanceId).catch((err: unknown) => logger.warn({ err }, 'did not remove the heartbeat'));
    },
  };
}
