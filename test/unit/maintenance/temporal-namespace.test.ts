import { describe, expect, it } from 'vitest';
import proto from '@temporalio/proto';
import {
  completeNamespace,
  type NamespaceServices,
  type PreparedNamespace,
} from '../../../maintenance/temporal-namespace.ts';
import { SEARCH_ATTRIBUTES } from '../../../workflows/search-attributes.ts';

const NAMES = Object.values(SEARCH_ATTRIBUTES).map(({ name }) => name);
const TYPES = Object.fromEntries(
  Object.values(SEARCH_ATTRIBUTES).map(({ name, type }) => [
    name,
    proto.temporal.api.enums.v1.IndexedValueType[`INDEXED_VALUE_TYPE_${type}`],
  ]),
);

type Call = keyof NamespaceServices['workflowService'] | keyof NamespaceServices['operatorService'];

/** An error in the form in which gRPC throws it. */
function grpcFault(code: number): Error {
  return Object.assign(new Error(`code ${code}`), { code, details: '', metadata: {} });
}

/** A frontend with one namespace or none. It refuses some calls with a code. */
function frontend(
  state: { retentionDays?: number; attributes: Record<string, number> },
  refused: Partial<Record<Call, number>> = {},
) {
  const calls: Call[] = [];
  const answer =
    (call: Call, work: (request: never) => object) =>
    (request: never): Promise<object> => {
      calls.push(call);
      const code = refused[call];
      return code === undefined ? Promise.resolve().then(() => work(request)) : Promise.reject(grpcFault(code));
    };
  const services = {
    workflowService: {
      describeNamespace: answer('describeNamespace', () => {
        if (state.retentionDays === undefined) throw grpcFault(5);
        return { config: { workflowExecutionRetentionTtl: { seconds: state.retentionDays * 86_400 } } };
      }),
      registerNamespace: answer(
        'registerNamespace',
        (request: { workflowExecutionRetentionPeriod: { seconds: number } }) => {
          if (state.retentionDays !== undefined) throw grpcFault(6);
          state.retentionDays = request.workflowExecutionRetentionPeriod.seconds / 86_400;
          return {};
        },
      ),
      countWorkflowExecutions: answer('countWorkflowExecutions', () => {
        if (NAMES.some((name) => state.attributes[name] === undefined)) throw grpcFault(3);
        return {};
      }),
    },
    operatorService: {
      listSearchAttributes: answer('listSearchAttributes', () => ({ customAttributes: state.attributes })),
      addSearchAttributes: answer('addSearchAttributes', (request: { searchAttributes: Record<string, number> }) => {
        Object.assign(state.attributes, request.searchAttributes);
        return {};
      }),
    },
  };
  return { services: services as unknown as NamespaceServices, calls, state };
}

describe('a namespace of Temporal', () => {
  it('fits our attributes into any store of Temporal: SQL has ten keywords, and three of every other type', () => {
    const types = Object.values(SEARCH_ATTRIBUTES).map(({ type }) => type);
    const count = (wanted: string): number => types.filter((type) => type === wanted).length;
    expect([count('KEYWORD'), count('KEYWORD_LIST'), count('DATETIME')]).toEqual([10, 2, 1]);
    expect(types).toHaveLength(13);
  });

  it('is created with 90 days and every attribute if it is missing', async () => {
    const { services, state } = frontend({ attributes: {} });
    const prepared: PreparedNamespace = { isNew: true, retentionDays: 90, addedAttributes: NAMES };
    expect(await completeNamespace(services, 'shop')).toEqual(prepared);
    expect(state).toEqual({ retentionDays: 90, attributes: TYPES });
  });

  it('keeps its operator’s retention, and gets the missing attributes', async () => {
    const others = Object.entries(TYPES).filter(([name]) => name !== 'RunState');
    const { services } = frontend({ retentionDays: 7, attributes: Object.fromEntries(others) });
    expect(await completeNamespace(services, 'shop')).toEqual({
      isNew: false,
      retentionDays: 7,
      addedAttributes: ['RunState'],
    });
  });

  it('does not change if nothing is missing, although nothing may be added', async () => {
    const { services, calls } = frontend(
      { retentionDays: 30, attributes: { ...TYPES } },
      { registerNamespace: 7, addSearchAttributes: 12 },
    );
    expect(await completeNamespace(services, 'shop')).toEqual({ isNew: false, retentionDays: 30, addedAttributes: [] });
    expect(calls).toEqual(['registerNamespace', 'describeNamespace', 'listSearchAttributes']);
  });

  it('is accepted if the attributes may be used and not listed', async () => {
    const { services } = frontend({ retentionDays: 30, attributes: { ...TYPES } }, { listSearchAttributes: 7 });
    expect(await completeNamespace(services, 'shop')).toMatchObject({ addedAttributes: [] });
  });

  it.each([
    [
      'made',
      { registerNamespace: 12 },
      {},
      /^Temporal has no namespace shop for these credentials, and they have no permission to create one\. .*90 days/,
    ],
    ['seen', { registerNamespace: 7, describeNamespace: 7 }, {}, /TRUETALLY_TEMPORAL_NAMESPACE\.$/],
    [
      'given attributes',
      { addSearchAttributes: 7 },
      { retentionDays: 30 },
      /^These credentials have no permission to add search attributes to Temporal\. .*tcld namespace search-attributes add --namespace shop --sa "OrganizationId=Keyword".*"FailureCause=KeywordList".*"ScheduledFor=Datetime"/,
    ],
  ] as const)('that may not be %s gives a sentence with the remedy', async (_, refused, state, sentence) => {
    const { services } = frontend({ ...state, attributes: {} }, refused);
    await expect(completeNamespace(services, 'shop')).rejects.toThrow(sentence);
  });

  it('with an attribute of another type is refused', async () => {
    const { services } = frontend({ retentionDays: 90, attributes: { ...TYPES, RunState: 1 } });
    await expect(completeNamespace(services, 'shop')).rejects.toThrow(
      'The search attribute RunState of Temporal namespace shop does not have the type KEYWORD',
    );
  });
});
