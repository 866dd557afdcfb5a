import type { ManagementSessionStore } from '../../../store/management/management-session-store.ts';
import type { FramePorts } from '../../ports/frame-ports.ts';
import type { CredentialPorts } from '../access/management-access.ts';
import type { SessionPorts } from '../access/session-finder.ts';
import type { SignInPorts } from '../access/sign-in.ts';
import type { AccessAdministrationPorts } from './access-administration-ports.ts';
import type { AnnotationPorts } from './annotation-ports.ts';
import type { CachePorts } from './cache-ports.ts';
import type { CalibrationPorts } from './calibration-ports.ts';
import type { DatasetPorts } from './dataset-ports.ts';
import type { ExperimentPorts } from './experiment-ports.ts';
import type { LiveDecisionPorts } from './live-decision-ports.ts';
import type { FleetPorts } from './fleet-ports.ts';
import type { InstallationPorts } from './installation-ports.ts';
import type { JudgePorts } from './judge-ports.ts';
import type { KeyPorts } from './key-ports.ts';
import type { LimitPorts } from './limit-ports.ts';
import type { OutcomePorts } from './outcome-ports.ts';
import type { QualityReadPorts } from './quality-read-ports.ts';
import type { RefusalPorts } from './refusal-ports.ts';

/** The external dependencies of the management plane. */
export interface ManagementPorts
  extends
    FramePorts,
    AccessAdministrationPorts,
    CredentialPorts,
    SessionPorts,
    SignInPorts,
    OutcomePorts,
    JudgePorts,
    AnnotationPorts,
    CachePorts,
    DatasetPorts,
    CalibrationPorts,
    ExperimentPorts,
    LiveDecisionPorts,
    FleetPorts,
    InstallationPorts,
    KeyPorts,
    LimitPorts,
    QualityReadPorts,
    RefusalPorts {
  readonly evals: OutcomePorts['evals'] & AnnotationPorts['evals'];
  readonly sessions: ManagementSessionStore;
  /** The key that signs page cursors, of at least 32 bytes. */
  readonly installationKey: Uint8Array;
}
