import { OPERATIONS } from '../../../clients/typescript/management/operations.ts';
import { usageFault } from '../../output/command-fault.ts';
import type { Result } from '../../output/result.ts';
import { EPOCH_HEADER, openPlane, planeRoot, type PlaneOperation } from '../../plane/open-plane.ts';
import { planeSettings } from '../../plane/plane-settings.ts';
import { askHidden } from '../../prompts/ask-hidden.ts';
import type { Context } from '../../tree/context.ts';
import { readSecretLines } from '../../service/read-secret-lines.ts';
import { sendRequest } from '../../service/send-request.ts';
import type { Input } from '../../tree/command.ts';
import { findUser } from './find-user.ts';
import { oneTimeResult } from './one-time-result.ts';
import type { PASSWORD_FLAGS } from './user-flags.ts';

type PasswordInput = Input<typeof PASSWORD_FLAGS>;

export async function run(context: Context, input: PasswordInput): Promise<Result> {
  return input.flags['one-time'] ? await issueOneTime(context, input) : await changeOwn(context, input);
}

async function issueOneTime(context: Context, { args: [name = ''], flags }: PasswordInput): Promise<Result> {
  const plane = await openPlane(context, flags);
  const { user_id: user } = await findUser(plane, name);
  const { bytes, data } = await plane.call('management.users.reset_password', { ids: { user } });
  return oneTimeResult(bytes, data);
}

async function changeOwn(context: Context, { args: [name = ''], flags }: PasswordInput): Promise<Result> {
  if (flags['management-key-stdin'])
    throw usageFault(
      'A key cannot change a password, so --management-key-stdin needs --one-time.',
      `tt user passwd ${name} --one-time --management-key-stdin`,
    );
  const root = planeRoot(planeSettings(context, flags['state-dir']), flags);
  const { present, chosen } = await readPasswords(context, name, flags['password-stdin']);
  const session = await send(context, root, 'management.login', { body: { name, password: present } });
  const changed = await send(context, root, 'management.me.change_password', {
    cookie: session.cookie,
    body: { current_password: present, new_password: chosen },
  });
  // The change begins a session that nobody uses.
  await send(context, root, 'management.logout', { cookie: changed.cookie });
  return {
    kind: 'document',
    document: changed.bytes,
    text: () => `The password of ${name} is changed, and the sessions of the user have ended.`,
  };
}

async function readPasswords(
  context: Context,
  name: string,
  isFromStdin: boolean,
): Promise<{ readonly present: string; readonly chosen: string }> {
  const next = `printf '%s\\n%s\\n' "$PRESENT" "$NEW" | tt user passwd ${name} --password-stdin`;
  if (isFromStdin) {
    const [present = '', chosen = ''] = await readSecretLines(context, 'password', next);
    if (present === '' || chosen === '')
      throw usageFault('Standard input needs two lines: the present and the new password.', next);
    return { present, chosen };
  }
  const questions = [`Present password of ${name}: `, 'New password: ', 'Repeat the new password: '];
  const [present = '', chosen = '', repeated = ''] = await askHidden(context, questions, next);
  if (chosen !== repeated) throw usageFault('The two new passwords differ. Nothing was changed.');
  return { present, chosen };
}

interface SessionRequest {
  readonly cookie?: string;
  readonly body?: object;
}

/** Sends a request of a session, which has a cookie in place of a key. */
async function send(
  context: Context,
  root: string,
  operation: PlaneOperation,
  { cookie, body }: SessionRequest,
): Promise<{ readonly bytes: Uint8Array; readonly cookie: string }> {
  const { method, path } = OPERATIONS[operation];
  const { response, headers } = await sendRequest(context, {
    method,
    url: new URL(root + path),
    key: undefined,
    headers: { ...EPOCH_HEADER, ...(cookie !== undefined && { cookie }) },
    ...(body !== undefined && { body, hasSecretBody: true }),
    isRepeatable: false,
  });
  const [set = ''] = headers.getSetCookie();
  return { bytes: new Uint8Array(await response.arrayBuffer()), cookie: set.split(';', 1)[0] ?? '' };
}
