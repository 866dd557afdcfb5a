import { describe, expect, it } from 'vitest';
import { dimensionsOfLog } from '../../../../../contracts/ingest/litellm/dimensions-of-log.ts';

describe('the dimensions of an entry of LiteLLM’s log', () => {
  it('are its end user, its key, its metadata and its tags', () => {
    const entry = {
      end_user: 'ada',
      request_tags: ['env:prod', 'beta', 'User-Agent: openai-python', 'User-Agent: openai-python/2.54.0', 7],
      metadata: {
        ...{ user_api_key_alias: 'search-ci', user_api_key_hash: 'h', user_api_key_team_id: 'team' },
        requester_metadata: { tenant_id: 'acme', session_id: 's1', plan: 'pro', tags: ['env:prod'], trace: { a: 1 } },
        spend_logs_metadata: { plan: 'other', project: 'p1' },
      },
    };
    expect(dimensionsOfLog(entry)).toEqual({
      ...{ user: 'ada', key: 'search-ci', tenant: 'acme', 'tag.session': 's1', 'tag.plan': 'pro', 'tag.project': 'p1' },
      ...{ 'tag.env': 'prod', 'tag.beta': 'true' },
    });
  });

  it('have the end user of its key if the entry names no other', () => {
    const metadata = { user_api_key_end_user_id: 'ada', requester_metadata: { user_id: 'other' } };
    expect(dimensionsOfLog({ end_user: '', metadata })).toEqual({ user: 'ada' });
    expect(dimensionsOfLog({ metadata: { requester_metadata: { user_id: 'eve' } } })).toEqual({ user: 'eve' });
  });

  it.each([[{}], [{ request_tags: null, end_user: null, metadata: null }], [{ request_tags: 'beta' }], ['text']])(
    'are absent in %j',
    (entry) => {
      expect(dimensionsOfLog(entry)).toBeUndefined();
    },
  );
});
