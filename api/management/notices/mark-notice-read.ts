import { INSTALLATION_OPERATIONS } from '../../../contracts/management/installation/operations.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { noticeReaderId } from './notice-reader-id.ts';
import { presentNotice } from './present-notice.ts';

/** Marks a notice as read by the caller. */
export const markNoticeRead = createManagementHandler(INSTALLATION_OPERATIONS, 'management.notices.mark_read', {
  async answer(request, { ports, caller }) {
    const readerId = noticeReaderId(caller.of(request));
    return presentNotice(await ports.installation.notices.markRead(request.params.notice, readerId));
  },
});
