import type { ManagementSessionStore } from '../../../store/management/management-session-store.ts';
import type { FramePorts } from '../../ports/frame-ports.ts';
import type { CredentialPorts } from '../access/management-access.ts';
import type { SignInPorts } from '../access/sign-in.ts';
import type { AnnotationPorts } from './annotation-ports.ts';
import type { CachePorts } from './cache-ports.ts';
import type { JudgePorts } from './judge-ports.ts';
import type { OutcomePorts } from './outcome-ports.ts';

/** The external dependencies of the management plane. */
export interface ManagementPorts
  extends FramePorts, CredentialPorts, SignInPorts, OutcomePorts, JudgePorts, AnnotationPorts, CachePorts {
  readonly evals: OutcomePorts['evals'] & AnnotationPorts['evals'];
  readonly sessions: ManagementSessionStore;
}
