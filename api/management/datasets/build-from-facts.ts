import type {
  DatasetRequestFinder,
  DatasetWindow,
} from '../../../analytics/quality/datasets/dataset-request-finder.ts';
import type { DatasetRequest } from '../../../analytics/quality/datasets/dataset-request.ts';
import type { NewDatasetDocument } from '../../../contracts/quality/datasets/new-dataset.ts';
import { invalidMember } from '../../../domain/kernel/errors.ts';
import { distinctMembers } from '../../../domain/quality/datasets/distinct-members.ts';
import { requireBoundedAnnotations } from '../../../domain/quality/datasets/edit-members.ts';
import type { NewDataset } from '../../../store/quality/datasets/dataset-store.ts';
import { requireInstant } from '../lane/require-instant.ts';
import type { DatasetPorts } from '../ports/dataset-ports.ts';
import { captureMembers } from './capture-members.ts';
import { requireDatasets } from './require-datasets.ts';

/** The part of a dataset that its builder determines. */
export type BuiltDataset = Pick<
  NewDataset,
  'definition' | 'members' | 'duplicates' | 'retentionGeneration' | 'appended'
>;

/**
 * Builds a dataset from requests in the facts; undefined for a builder that appends requests itself.
 * @throws Refusal `validation_failed` if the window is invalid, or contains no such request
 */
export async function buildFromFacts(
  ports: DatasetPorts,
  workspaceId: string,
  body: NewDatasetDocument,
): Promise<BuiltDataset | undefined> {
  const definition = body.from_filter ?? body.from_failures ?? body.from_annotation_queue;
  if (definition === undefined) return undefined;
  const { from, until } = windowOf(definition, body.builder);
  const { store, retention } = requireDatasets(ports);
  const retentionGeneration = await store.beginBuild(workspaceId);
  const { organizationId } = await retention.find(workspaceId);
  const requests = await findRequests(ports, { organizationId, workspaceId, from, until }, body);
  if (requests.length === 0)
    throw invalidMember(`/${body.builder}`, 'No request meets these conditions. Widen the window, or check the names.');
  const { members, duplicates } = distinctMembers(await captureMembers(ports.contents, workspaceId, requests));
  requireBoundedAnnotations(members);
  return { definition, members, duplicates, retentionGeneration, appended: undefined };
}

function findRequests(
  ports: DatasetPorts,
  window: DatasetWindow,
  { from_filter: filter, from_failures: failures, from_annotation_queue: labels }: NewDatasetDocument,
): Promise<DatasetRequest[]> {
  const { finder } = requireDatasets(ports);
  if (filter !== undefined) return finder.byFilter({ ...window, ...filterOf(filter) });
  if (failures !== undefined) {
    const { metric, segment = '', evaluator_id: evaluatorId = '', limit } = failures;
    return finder.byFailures({ ...window, metric, segment, evaluatorId, limit });
  }
  if (labels === undefined) return Promise.resolve([]);
  const { metric, segment = '', limit } = labels;
  return finder.byLabels({ ...window, metric, segment, limit });
}

/** The conditions of a filter, with their defaults. */
function filterOf(
  filter: NonNullable<NewDatasetDocument['from_filter']>,
): Omit<Parameters<DatasetRequestFinder['byFilter']>[0], keyof DatasetWindow> {
  const { purpose = 'application', status = 'succeeded', order = 'newest', seed = 0, limit } = filter;
  const { environment_id: environmentId = '', segment = '', model = '', feature = '', agent = '' } = filter;
  return {
    ...{ purpose, status, environmentId, segment, model, feature, agent, limit },
    seed: order === 'sampled' ? seed : undefined,
  };
}

/** @throws Refusal `validation_failed` for an instant that does not exist, or for an end that is not after the start */
function windowOf(
  { from, until }: { readonly from: string; readonly until: string },
  builder: string,
): { readonly from: Date; readonly until: Date } {
  const [start, end] = [requireInstant(from, `/${builder}/from`), requireInstant(until, `/${builder}/until`)];
  if (start >= end) throw invalidMember(`/${builder}/until`, '`until` must be after `from`. Send a later instant.');
  return { from: start, until: end };
}
