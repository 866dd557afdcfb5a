/**
 * The metrics of Temporal's SDK that our dashboard and documents speak of, with what they mean; the SDK serves more of
 * them. Durations are in seconds. They appear once there is something to tell.
 */
export const SDK_METRICS = {
  temporal_activity_execution_latency_seconds: ['histogram', 'How long activities run, by `activity_type`.'],
  temporal_activity_execution_failed_total: ['counter', 'Activities that failed, by `activity_type`.'],
  temporal_activity_schedule_to_start_latency_seconds: ['histogram', 'How long activities wait for a worker.'],
  temporal_workflow_completed_total: ['counter', 'Workflows that completed, by `workflow_type`.'],
  temporal_workflow_failed_total: [
    'counter',
    'Workflows that failed by a defect; one that fails as its run did is not counted.',
  ],
  temporal_workflow_task_execution_failed_total: ['counter', 'Workflow tasks that failed, say by a nondeterminism.'],
  temporal_workflow_task_schedule_to_start_latency_seconds: ['histogram', 'How long workflow tasks wait for a worker.'],
  temporal_request_failure_total: ['counter', 'Calls to Temporal that failed, by `operation` and `status_code`.'],
  temporal_worker_task_slots_used: ['gauge', 'Slots of a worker in use, by `task_queue` and `worker_type`.'],
  temporal_worker_task_slots_available: ['gauge', 'Slots of a worker that are free.'],
  temporal_sticky_cache_size: ['gauge', 'Workflows that a worker keeps in memory.'],
} as const satisfies Readonly<Record<`temporal_${string}`, readonly ['histogram' | 'counter' | 'gauge', string]>>;
