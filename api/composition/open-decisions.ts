import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { createDecisionFeed, type DecisionFeed } from '../../journal/decisions/decision-feed.ts';
import type { Journal } from '../../journal/source/journal.ts';
import type { DecisionMetrics } from '../metrics/decision-metrics.ts';

/** Opens the feed of live decisions, which reads the journal while it has readers. */
export function openDecisions(
  { logs }: Pick<Journal, 'logs'>,
  logger: Pick<FastifyBaseLogger, 'warn'>,
  metrics: Pick<DecisionMetrics, 'readFailed'> | undefined,
): DecisionFeed {
  return createDecisionFeed({
    logs,
    newId: () => randomBytes(4).toString('hex'),
    monotonicMs: () => performance.now(),
    onFault(err) {
      metrics?.readFailed();
      logger.warn({ err }, 'the journal could not be read for live decisions');
    },
  });
}
