import { INSIGHT_REFUSAL_CODES } from '../insight/refusal-codes.ts';
import { ORGANIZATION, WORKSPACE } from '../tenancy/paths.ts';
import { envelopeOf, pagedEnvelopeOf, pageOf } from '../wire/envelope.ts';
import { linksTo } from '../wire/links.ts';
import type { Operations } from '../wire/operations/operation.ts';
import {
  EditedSavedViewSchema,
  OpenedSavedViewSchema,
  SavedViewDeletionSchema,
  SavedViewSchema,
} from './saved-view.ts';
import { ViewDependentsSchema } from './view-dependents.ts';

const SAVED_VIEW = `${ORGANIZATION}/saved-views/{sv}` as const;

/** The links from a new view. */
const VIEW_LINKS = linksTo(
  [
    'customer.saved_views.get',
    'customer.saved_views.open',
    'customer.saved_views.dependents',
    'customer.saved_views.update',
    'customer.saved_views.delete',
  ],
  { org: '$request.path.org', sv: '$response.body#/data/id' },
);

/** The operations on saved views. */
export const VIEW_OPERATIONS = {
  'customer.saved_views.create': {
    method: 'POST',
    path: `${WORKSPACE}/saved-views`,
    success: 201,
    answer: envelopeOf('saved-view', SavedViewSchema),
    effect: 'write',
    idempotency: 'none',
    links: VIEW_LINKS,
    refusals: INSIGHT_REFUSAL_CODES,
    tag: 'saved views',
    summary: 'Save a question',
    description: 'Keeps a question under a name. A saved view grants nothing to anybody.',
  },
  'customer.saved_views.get': {
    method: 'GET',
    path: SAVED_VIEW,
    success: 200,
    answer: envelopeOf('saved-view', SavedViewSchema),
    effect: 'read',
    refusals: ['forbidden'],
    tag: 'saved views',
    summary: 'Read one saved view',
    description: 'The stored question as it was written, also when it can no longer be asked.',
  },
  'customer.saved_views.list': {
    method: 'GET',
    path: `${WORKSPACE}/saved-views`,
    success: 200,
    answer: pageOf('saved-views', SavedViewSchema),
    effect: 'read',
    refusals: ['forbidden'],
    tag: 'saved views',
    summary: 'List saved views',
    description: "The team's views of a workspace and the caller's own, newest first.",
  },
  'customer.saved_views.open': {
    method: 'POST',
    path: `${SAVED_VIEW}/open`,
    success: 200,
    answer: pagedEnvelopeOf('opened-saved-view', OpenedSavedViewSchema),
    effect: 'read',
    refusals: INSIGHT_REFUSAL_CODES,
    tag: 'saved views',
    summary: 'Ask a saved question',
    description: "Asks the stored question now, under the opener's own access.",
  },
  'customer.saved_views.dependents': {
    method: 'GET',
    path: `${SAVED_VIEW}/dependents`,
    success: 200,
    answer: envelopeOf('saved-view-dependents', ViewDependentsSchema),
    effect: 'read',
    refusals: ['forbidden'],
    tag: 'saved views',
    summary: 'List what depends on a saved view',
    description:
      'The reports and schedules of the view that the caller may see. Those that are not stopped stop where the view is deleted or asks something else; a new name stops nothing.',
  },
  'customer.saved_views.update': {
    method: 'PUT',
    path: SAVED_VIEW,
    success: 200,
    answer: envelopeOf('saved-view', EditedSavedViewSchema),
    effect: 'write',
    idempotency: 'none',
    refusals: ['precondition_failed', ...INSIGHT_REFUSAL_CODES],
    tag: 'saved views',
    summary: 'Replace a saved view',
    description:
      'Replaces the whole view, for its owner, and answers what depends on it. Reports keep the revision that they pinned, and run on where only name and audience are others; a stale `expected_revision` is 412.',
  },
  'customer.saved_views.delete': {
    method: 'DELETE',
    path: SAVED_VIEW,
    success: 200,
    answer: envelopeOf('saved-view-deletion', SavedViewDeletionSchema),
    effect: 'write',
    idempotency: 'none',
    refusals: ['forbidden'],
    tag: 'saved views',
    summary: 'Delete a saved view',
    description:
      'Takes the view away, for its owner, and answers what depended on it. What reports have asked and answered stays.',
  },
} as const satisfies Operations;
