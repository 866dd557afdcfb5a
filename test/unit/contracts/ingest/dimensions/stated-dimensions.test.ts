import { describe, expect, it } from 'vitest';
import { StatedDimensions } from '../../../../../contracts/ingest/dimensions/stated-dimensions.ts';

function told(state: (dimensions: StatedDimensions) => void): Record<string, string> | undefined {
  const dimensions = new StatedDimensions();
  state(dimensions);
  return dimensions.stated;
}

describe('dimensions in other formats', () => {
  it('are texts, numbers and truth values, and the first of a name counts', () => {
    const values = ['', undefined, null, {}, ['a'], 7, 'later'];
    expect(told((to) => values.forEach((value) => to.add('user', value)))).toEqual({ user: '7' });
    expect(told((to) => to.add('user', false))).toEqual({ user: 'false' });
    expect(told((to) => to.add('user', ''))).toBeUndefined();
  });

  it('are members of metadata with a known name, and all others are tags', () => {
    const metadata = {
      ...{ userId: 'ada', user_id: 'eve', 'end-user': 'eve', tenant_id: 'acme', featureId: 'search' },
      ...{ agent_name: 'planner', thread_id: 't1', Plan: 'pro', retries: 2, is_test: true, list: ['a'], none: null },
      ...{ 'a key with blanks': 'x', ['k'.repeat(33)]: 'x' },
    };
    expect(told((to) => to.addMembers(metadata))).toEqual({
      ...{ user: 'ada', tenant: 'acme', feature: 'search', agent: 'planner', 'tag.session': 't1' },
      ...{ 'tag.plan': 'pro', 'tag.retries': '2', 'tag.is_test': 'true' },
    });
  });

  it('have no members that a framework adds', () => {
    const metadata = { ls_provider: 'openai', langgraph_node: 'plan', checkpoint_ns: 'x', lc_hub: 'x', __name: 'x' };
    expect(told((to) => to.addMembers(metadata))).toBeUndefined();
  });

  it.each([undefined, null, 'text', ['a'], 7])('are not in metadata that is %j', (metadata) => {
    expect(told((to) => to.addMembers(metadata))).toBeUndefined();
  });

  it('are labels, with their value after a colon', () => {
    const labels = ['env: prod', 'Beta', 'job:a:b', 'two words', 'empty:', ':x'];
    expect(told((to) => labels.forEach((label) => to.addLabel(label)))).toEqual({
      ...{ 'tag.env': 'prod', 'tag.beta': 'true', 'tag.job': 'a:b' },
    });
  });
});
