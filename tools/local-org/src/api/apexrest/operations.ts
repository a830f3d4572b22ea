import { enterUncaught, formatUncaught, PlatformObjects } from '../../apex/runtime/index.js';
import type { HandlerTable } from '../../platform/handlers.js';
import type { SlotContext } from '../../platform/slot.js';
import type { SlotTransaction } from '../../platform/transaction.js';
import { ApiError } from '../../platform/api-error.js';
import { findRestTarget, type RestTarget } from './mapping.js';
