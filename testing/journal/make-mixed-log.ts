import { splitEvents } from '../../contracts/ingest/calls/ended-call.ts';
import { createRandom } from '../random.ts';
import { makeSharedRefusalLine } from './make-call-line.ts';
import { makeGatewayLog, type GatewayLogShape } from './make-gateway-log.ts';

/**
 * The lines of a log of gateways of several versions: lines of ended calls, rows with one event each, calls whose
 * dimensions only the admission states, refusals that share a line, and lines that are not valid.
 */
export function makeMixedLog(shape: GatewayLogShape): string[] {
  const random = createRandom(shape.seed);
  return [...makeGatewayLog(shape)].flatMap((line, index) => {
    const id = /greq_\d+/.exec(line)?.[0] ?? '';
    // The form of a call depends on its id, so that both of its lines have it.
    const form = Number(id.slice(-2)) % 10;
    const lines = form === 0 ? splitEvents(line) : [form === 1 ? asEarlierGateway(line) : line];
    if (random.chance(0.01)) lines.push(random.pick(BROKEN));
    if (random.chance(0.01)) lines.push(makeSharedRefusalLine([`greq_refused_${index}`, `greq_refused_${index}b`]));
    return lines;
  });
}

const BROKEN = [
  '',
  '{',
  'not json',
  '{"event":"unknown"}',
  '[]',
  '{"ended":{}}',
  '{"event":"request_admitted","schema":1}',
];

/** The line without its dimensions, which an earlier gateway noted in the admission only. */
function asEarlierGateway(line: string): string {
  const dimensions = /"dimensions":(\{[^}]*\}),/.exec(line);
  const { agent, step_class: stepClass } = JSON.parse(dimensions?.[1] ?? '{}') as Record<string, string>;
  const noted = Object.entries({ agent, step_class: stepClass }).flatMap(([name, value]) =>
    value === undefined ? [] : [`"${name}":"${value}",`],
  );
  return line.replace(dimensions?.[0] ?? '', '').replace('"noted":{', `"noted":{${noted.join('')}`);
}
