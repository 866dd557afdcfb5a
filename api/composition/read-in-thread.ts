// The program of the thread that reads large bodies, one after the other.
import { parentPort } from 'node:worker_threads';
import { Refusal } from '../../domain/kernel/errors.ts';
import { createCallPrices } from '../../providers/prices/create-call-prices.ts';
import { loadPriceTable } from '../../providers/prices/price-table.ts';
import { readTraffic } from '../customer/traffic/read-traffic.ts';
import type { ThreadResult, ReadTask } from '../bodies/large-bodies.ts';
import { readOtelOutcomes } from '../management/outcomes/read-otel-outcomes.ts';

const prices = loadPriceTable().then(createCallPrices);

parentPort?.on('message', (order: ReadTask) => {
  void answer(order).then((reply) => parentPort?.postMessage(reply));
});

async function answer(order: ReadTask): Promise<ThreadResult> {
  try {
    return { read: await read(order) };
  } catch (error) {
    if (!(error instanceof Refusal)) return { defect: error instanceof Error ? String(error.stack) : String(error) };
    const { code, message: detail, faults } = error;
    return { refused: { code, detail, faults } };
  }
}

async function read(order: ReadTask): Promise<unknown> {
  if (order.kind === 'otel_outcomes') return readOtelOutcomes(order.bytes);
  return readTraffic(order.body, order.reception, await prices);
}
