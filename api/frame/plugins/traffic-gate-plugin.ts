import fastifyPlugin from 'fastify-plugin';
import { Refusal } from '../../../domain/kernel/errors.ts';
import type { Backpressure } from '../../../journal/source/journal.ts';
import type { TrafficPorts } from '../../ports/traffic-port.ts';

/** Seconds that the indexer needs at least to catch up. */
const RETRY_AFTER_SECONDS = 10;

const SENTENCES: Readonly<Record<Backpressure, string>> = {
  indexer_behind: 'Too much traffic waits to be loaded. Send this traffic again later.',
  disk_full: 'The disk for traffic is nearly full. Send this traffic again later.',
  log_full: 'The stream that stores traffic is nearly full. Send this traffic again later.',
  log_unreachable: 'The stream that stores traffic does not answer. Send this traffic again later.',
};

/** Refuses traffic before its body is read, while the journal accepts no more. Register it in a separate scope. */
export const trafficGatePlugin = fastifyPlugin<TrafficPorts>(
  (app, { traffic }, done) => {
    app.addHook('preParsing', async (_request, reply) => {
      const backpressure = await traffic?.backpressure();
      if (backpressure === undefined) return;
      void reply.header('retry-after', RETRY_AFTER_SECONDS);
      throw new Refusal('dependency_unavailable', SENTENCES[backpressure]);
    });
    done();
  },
  { name: 'traffic-gate', dependencies: ['problem-handler'] },
);
