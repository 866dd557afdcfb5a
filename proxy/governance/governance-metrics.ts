import { Counter, Gauge, type Registry } from 'prom-client';
import { LIMIT_UNITS } from '../../domain/gateway/governance/limit-kind.ts';
import { EXCHANGE_ENDS, type GovernanceFigures } from './governance-figures.ts';

/** What is asked at each scrape. */
export interface ShownGovernance {
  readonly figures: GovernanceFigures;
  /** Milliseconds since the oldest word with Postgres about what is in hand. */
  readonly oldestAge: () => number;
}

/** Shows what a process of the gateway does under limits. */
export function createGovernanceMetrics(registry: Registry, { figures, oldestAge }: ShownGovernance): void {
  const registers = [registry];
  new Counter({
    name: 'truetally_gateway_limits_reserved_total',
    help: 'What calls reserved under limits, by unit: requests, tokens, nano-USD, calls on their way. A call counts for each limit over it.',
    labelNames: ['unit'],
    registers,
    collect() {
      this.reset();
      for (const unit of LIMIT_UNITS) this.inc({ unit }, figures.reserved[unit]);
    },
  });
  new Counter({
    name: 'truetally_gateway_limits_settled_total',
    help: 'What calls under limits came to, by unit; calls on their way come to nothing.',
    labelNames: ['unit'],
    registers,
    collect() {
      this.reset();
      for (const unit of LIMIT_UNITS) this.inc({ unit }, figures.settled[unit]);
    },
  });
  new Counter({
    name: 'truetally_gateway_limit_exchanges_total',
    help: 'Exchanges with Postgres over what this process holds of limits, by how they ended.',
    labelNames: ['end'],
    registers,
    collect() {
      this.reset();
      for (const end of EXCHANGE_ENDS) this.inc({ end }, figures.exchanges[end]);
    },
  });
  new Counter({
    name: 'truetally_gateway_limits_suspended_total',
    help: 'Calls that were let in although a limit over them could not be held.',
    registers,
    collect() {
      this.reset();
      this.inc(figures.suspended);
    },
  });
  new Gauge({
    name: 'truetally_gateway_limits_age_seconds',
    help: 'Since the oldest word with Postgres about what this process holds of limits.',
    registers,
    collect() {
      this.set(oldestAge() / 1_000);
    },
  });
}
