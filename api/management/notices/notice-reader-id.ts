import { callerCredentialId, type ManagementCaller } from '../access/management-caller.ts';

/** The reader of notices: a user in all sessions, or a token. */
export function noticeReaderId(caller: ManagementCaller): string {
  return 'session' in caller ? caller.session.userId : callerCredentialId(caller);
}
