import { Counter, Gauge, type Registry } from 'prom-client';
import { LIMIT_UNITS } from '../../domain/gateway/governance/limit-kind.ts';
import { EXCHANGE_RESULTS, type GovernanceFigures } from './governance-figures.ts';

/** The figures that each scrape reads. */
export interface GovernanceReadings {
  readonly figures: GovernanceFigures;
  /** Milliseconds since the oldest exchange with Postgres about a lease. */
  readonly oldestAge: () => number;
}

/** Creates the metrics of limits in a gateway process. */
export function createGovernanceMetrics(registry: Registry, { figures, oldestAge }: GovernanceReadings): void {
  const registers = [registry];
  new Counter({
    name: 'truetally_gateway_limits_reserved_total',
    help: 'Amounts that calls reserved under limits, by unit: requests, tokens, nano-USD, or calls in flight. A call counts for each of its limits.',
    labelNames: ['unit'],
    registers,
    collect() {
      this.reset();
      for (const unit of LIMIT_UNITS) this.inc({ unit }, figures.reserved[unit]);
    },
  });
  new Counter({
    name: 'truetally_gateway_limits_settled_total',
    help: 'Amounts that calls used under limits, by unit. Limits of calls in flight have no used amount.',
    labelNames: ['unit'],
    registers,
    collect() {
      this.reset();
      for (const unit of LIMIT_UNITS) this.inc({ unit }, figures.settled[unit]);
    },
  });
  new Counter({
    name: 'truetally_gateway_limit_exchanges_total',
    help: 'Exchanges with Postgres about leases of limits, by result.',
    labelNames: ['end'],
    registers,
    collect() {
      this.reset();
      for (const end of EXCHANGE_RESULTS) this.inc({ end }, figures.exchanges[end]);
    },
  });
  new Counter({
    name: 'truetally_gateway_limits_suspended_total',
    help: 'Calls that were admitted although one of their limits could not be enforced.',
    registers,
    collect() {
      this.reset();
      this.inc(figures.suspended);
    },
  });
  new Gauge({
    name: 'truetally_gateway_limits_age_seconds',
    help: 'Time since the last exchange with Postgres about a lease of this process, for the lease with the longest time.',
    registers,
    collect() {
      this.set(oldestAge() / 1_000);
    },
  });
}
