import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readUsage } from '../../../../providers/usage/read-usage.ts';
import { parseJson } from '../../../../providers/json-parts.ts';
import { textClient as messagesClient } from '../../../../providers/protocols/anthropic-messages/text-client.ts';
import { textClient as responsesClient } from '../../../../providers/protocols/openai-responses/text-client.ts';
import { findUsageForm } from '../../../../providers/usage/usage-form.ts';
import { findPublishedData } from '../../../../testing/find-published-data.ts';

const { path: FOLDER, isPresent: present } = findPublishedData(
  'the recorded exchanges are',
  'provider-exchanges',
  'cassettes',
);

interface Interaction {
  readonly request: { readonly uri: string };
  readonly response: {
    readonly status: { readonly code: number };
    readonly body?: { readonly string?: string };
    readonly parsed_body?: unknown;
  };
}

const PLACES = [
  { path: /^https:\/\/api\.anthropic\.com\/v1\/messages(\?beta=true)?$/, wire: 'messages', provider: 'anthropic' },
  { path: /^https:\/\/api\.openai\.com\/v1\/responses$/, wire: 'responses', provider: 'openai' },
] as const;

const CLIENTS = { messages: messagesClient, responses: responsesClient };

/** Complete answers of providers, with their protocols, except for streams. */
function* answers() {
  for (const name of readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!name.endsWith('.yaml')) continue;
    const { interactions } = parse(readFileSync(join(FOLDER, name), 'utf8')) as { interactions: Interaction[] };
    for (const { request, response } of interactions) {
      const place = PLACES.find(({ path }) => path.test(request.uri));
      const body = response.parsed_body ?? parseJson(response.body?.string ?? '');
      if (place === undefined || response.status.code !== 200 || body === undefined) continue;
      yield { name, wire: place.wire, provider: place.provider, body };
    }
  }
}

describe.skipIf(!present)('recorded answers of providers', () => {
  it('are read with their protocols and their usage', () => {
    const counts = { messages: 0, responses: 0 };
    const wrong: unknown[] = [];
    for (const { name, wire, provider, body } of answers()) {
      counts[wire] += 1;
      const answer = CLIENTS[wire].read(body, undefined);
      const form = findUsageForm({ provider, wire, endpoint: '' });
      const units = readUsage(body, form)?.units;
      const known = [units?.['input_tokens'], units?.['output_tokens']].every(
        (count) => count !== undefined && count > 0,
      );
      if (answer === undefined || !known) wrong.push({ name, wire, answer, units });
    }
    expect(wrong).toEqual([]);
    expect(counts).toEqual({ messages: 259, responses: 14 });
  });
});
