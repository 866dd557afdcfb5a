import {
  DEFAULT_OVERLAP_MINUTES,
  MAX_KEY_TEAMS,
  MAX_OVERLAP_MINUTES,
  MAX_TTL_DAYS,
} from '../../../../domain/tenancy/identity-limits.ts';
import { KEY_GRANTS } from '../../../../domain/tenancy/key-grants.ts';
import { defineCommand } from '../../../tree/command.ts';
import { listFlag, optionalFlag, requiredFlag, switchFlag } from '../../../tree/flag.ts';
import { anyText, idOf, oneOf, wholeNumber } from '../../../tree/forms.ts';
import { LANE_FLAGS } from '../lane/lane-flags.ts';
import { PAGE_FLAGS } from '../lane/page-flags.ts';
import { waitFlags } from '../lane/wait-flags.ts';

/** The maximum number of gateways of one credential. */
const MAX_GATEWAYS = 8;

const TEAMS = { form: idOf('team'), to: MAX_KEY_TEAMS };
const SERVICE = requiredFlag('<svc_…>', 'the service', idOf('serviceIdentity'));
const CREDENTIAL = requiredFlag('<kid_…>', 'the credential', idOf('serviceCredential'));
const WAIT = waitFlags('every live gateway accepts the credential', { preset: '30s', ceiling: '5m' });

const SHOWN_ONCE =
  'The text of the credential is shown once. With --wait the command ends with 0 if it is ready, with 3 if it was revoked or has expired meanwhile, and with 6 if the time is over; the text is shown in each case.';

/** Commands of `cloud credential`. All need `keys.manage`; the flags of teams also need `members.manage`. */
export const credentialCommands = [
  defineCommand('cloud credential create', {
    summary: 'creates a credential of a service for one environment',
    description: `${SHOWN_ONCE} A repeated command creates a second credential.`,
    operation: 'customer.service_credentials.create',
    flags: {
      ...LANE_FLAGS,
      service: SERVICE,
      env: requiredFlag('<env_…>', 'the environment', idOf('environment')),
      gateway: listFlag('<gw_…>', 'a gateway of the environment', { form: idOf('gateway'), from: 1, to: MAX_GATEWAYS }),
      label: requiredFlag('<text>', 'a name for people', anyText),
      'ttl-days': optionalFlag('<n>', 'the lifetime in days; no end if absent', wholeNumber(1, MAX_TTL_DAYS)),
      grant: listFlag('<right>', 'a right; models.call if absent', { form: oneOf(KEY_GRANTS) }),
      team: listFlag('<team_…>', 'a team of the credential; needs members.manage', TEAMS),
      ...WAIT,
    },
    examples: [
      {
        line: 'tt cloud credential create --service svc_… --env env_… --gateway gw_… --label production --wait -o key.txt',
        does: 'Create a credential, and wait until it works',
      },
    ],
    load: async () => (await import('./mint-credential.ts')).createCredential,
  }),
  defineCommand('cloud credential rotate', {
    summary: 'replaces a credential by a new one',
    description: `${SHOWN_ONCE} Without --team and --no-team, the replacement keeps the teams, the label and the lifetime.`,
    operation: 'customer.service_credentials.rotate',
    flags: {
      ...LANE_FLAGS,
      'credential-id': CREDENTIAL,
      'overlap-minutes': {
        ...optionalFlag('<n>', 'the minutes for which both work', wholeNumber(0, MAX_OVERLAP_MINUTES), {
          contradicts: ['revoke-previous-now'],
        }),
        defaultText: String(DEFAULT_OVERLAP_MINUTES),
      },
      'revoke-previous-now': switchFlag('revokes the replaced credential immediately', {
        contradicts: ['overlap-minutes'],
      }),
      team: listFlag('<team_…>', 'a team of the replacement; needs members.manage', TEAMS, {
        contradicts: ['no-team'],
      }),
      'no-team': switchFlag('the replacement has no team; needs members.manage', { contradicts: ['team'] }),
      ...WAIT,
    },
    load: async () => (await import('./mint-credential.ts')).rotateCredential,
  }),
  defineCommand('cloud credential revoke', {
    summary: 'revokes a credential',
    description:
      'New calls stop within 30 seconds. Calls in flight may finish and cost money. A second revocation ends with 5.',
    operation: 'customer.service_credentials.revoke',
    flags: { ...LANE_FLAGS, 'credential-id': CREDENTIAL },
    load: async () => (await import('./credential-actions.ts')).revokeCredential,
  }),
  defineCommand('cloud credential status', {
    summary: 'shows how far the creation of a credential is',
    description: 'A credential works only if its readiness is ready.',
    operation: 'customer.service_credentials.status',
    flags: {
      ...LANE_FLAGS,
      operation: requiredFlag('<kop_…>', 'the operation that created the credential', idOf('credentialOperation')),
    },
    load: async () => (await import('./credential-actions.ts')).showStatus,
  }),
  defineCommand('cloud credential list', {
    summary: 'lists the credentials of a service, without their texts',
    operation: 'customer.service_credentials.list',
    flags: { ...LANE_FLAGS, service: SERVICE, ...PAGE_FLAGS },
    load: async () => (await import('./credential-actions.ts')).listCredentials,
  }),
  defineCommand('cloud credential get', {
    summary: 'shows a credential, without its text',
    operation: 'customer.service_credentials.get',
    flags: { ...LANE_FLAGS, 'credential-id': CREDENTIAL },
    load: async () => (await import('./credential-actions.ts')).getCredential,
  }),
];
