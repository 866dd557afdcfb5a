import type { CommandFault } from './command-fault.ts';
import { paint } from './paint.ts';
import type { Screen } from './screen.ts';

/** A fault for people: what happened, why, and what to do. */
export function faultText(fault: CommandFault, screen: Screen): string {
  const lines = [`${paint(screen, 'red', 'error:')} ${fault.message}`];
  if (fault.why !== undefined) lines.push(`  because ${fault.why}`);
  if (fault.next !== undefined) lines.push(`  try: ${fault.next}`);
  if (fault.requestId !== undefined) lines.push(`  request: ${fault.requestId}`);
  return lines.join('\n');
}

/** A fault for programs: one JSON document on one line. */
export function faultDocument(fault: CommandFault): string {
  return JSON.stringify({
    code: fault.code,
    title: fault.message,
    ...(fault.why !== undefined && { detail: fault.why }),
    ...(fault.next !== undefined && { next_action: fault.next }),
    ...(fault.requestId !== undefined && { request_id: fault.requestId }),
  });
}
