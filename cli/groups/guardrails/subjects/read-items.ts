import type { SimulatedItem } from '../../../../domain/guardrails/simulation/apply-filters.ts';
import { CommandFault } from '../../../output/command-fault.ts';
import type { Context } from '../../../tree/context.ts';
import { readJsonLines } from './read-json-lines.ts';

const MEMBERS: readonly string[] = ['id', 'model', 'key', 'content', 'request', 'response'];

/**
 * The items of `--dataset`: each line of the file has a `request`, a `response` or a `content` for both sides, and may
 * have `id`, `model` and `key`.
 *
 * @throws CommandFault `refused` for the id of a dataset of the service
 */
export function readItems({ cwd }: Context, path: string): AsyncGenerator<SimulatedItem> {
  if (/^qds_[0-9a-z]{26}$/.test(path))
    throw new CommandFault('refused', `The dataset ${path} has no content that can be tested.`, {
      why: 'a dataset of the service holds references to requests, and no API returns captured prompts and answers by them',
      next: 'write the items into a JSONL file, or use --req-id on the machine of the gateway',
    });
  return readJsonLines(cwd, path, readItem);
}

function readItem(value: Readonly<Record<string, unknown>>, line: number): SimulatedItem | string {
  const fault = itemFault(value);
  if (fault !== undefined) return fault;
  const { id = String(line), model, key, content, request = content, response = content } = value as Item;
  return {
    id,
    ...(model !== undefined && { model }),
    ...(key !== undefined && { key }),
    bodies: { ...(request !== undefined && { request }), ...(response !== undefined && { response }) },
  };
}

function itemFault(value: Readonly<Record<string, unknown>>): string | undefined {
  const unknown = Object.keys(value).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined)
    return `has the unknown member /${unknown.slice(0, 64)}; the members are ${MEMBERS.join(', ')}`;
  const wrong = ['id', 'model', 'key'].find((name) => value[name] !== undefined && typeof value[name] !== 'string');
  if (wrong !== undefined) return `has a /${wrong} that is not a text`;
  const hasSide = value['request'] !== undefined || value['response'] !== undefined;
  const hasContent = value['content'] !== undefined;
  if (hasSide && hasContent) return 'has a /content, which stands for both sides, and also a side';
  return hasSide || hasContent ? undefined : 'has neither /request nor /response nor /content';
}

/** A line of the file, after its members were checked. */
interface Item {
  readonly id?: string;
  readonly model?: string;
  readonly key?: string;
  readonly content?: unknown;
  readonly request?: unknown;
  readonly response?: unknown;
}
