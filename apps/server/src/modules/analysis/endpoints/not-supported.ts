// SPDX-License-Identifier: Apache-2.0
import { ServiceError } from '../../../platform/errors/service-error.ts';

/** Error for a request that this service does not support: if ignored, it would look as if it were done. */
export const notSupported = (field: string, message: string): ServiceError =>
  new ServiceError('VALIDATION_ERROR', message, { [field]: [['NOT_SUPPORTED', []]] });
