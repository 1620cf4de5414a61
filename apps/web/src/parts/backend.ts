// SPDX-License-Identifier: Apache-2.0
export { ACCESS_ROUTES } from '@perfuse/contract/analysis/access-routes';
export { BACKEND_ROUTES } from '@perfuse/contract/backend/routes';
export { LAUNCH_ROUTES } from '@perfuse/contract/launch/routes';
