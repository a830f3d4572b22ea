/** Records that components have changed; on the platform their pages are drawn anew. */
export async function notifyRecordUpdateAvailable(records) {
  window.dispatchEvent(new CustomEvent('record-updates', { detail: records }));
}
