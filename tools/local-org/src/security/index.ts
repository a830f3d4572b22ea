/** Who may do what: effective rights, sharing, users. */
export { EffectiveRights } from './effective-rights.js';
export { loadRights } from './load-rights.js';
export { findUser, loadUser } from './load-user.js';
export { editableIds, sharingFilter, type SharingFilter } from './sharing.js';
