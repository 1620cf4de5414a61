// SPDX-License-Identifier: Apache-2.0
import { bodyMassIndexModel } from './body-mass-index.ts';
import { bodyShapeIndexModel, estimatedBodyShapeIndexModel } from './body-shape-index.ts';
import { cambridgeModel } from './cambridge2000.ts';
import { cuffDiastolicModel, cuffSystolicModel } from './cuff-reading.ts';
import { desirDiabetesModel } from './desir2008.ts';
import {
  expectedDiastolicModel,
  expectedSystolicModel,
  expectedSystolicWithToldModel,
} from './expected-blood-pressure.ts';
import { diabetesModel } from './findrisc2003.ts';
import {
  framinghamCardiovascularModel,
  framinghamCoronaryModel,
  framinghamStrokeModel,
} from './framingham2008.ts';
import type { HealthModel } from './health-model.ts';
import { hypertensionModel } from './htnport.ts';
import { cholesterolModel } from './nhanes-cholesterol.ts';
import { fastingGlucoseModel } from './nhanes-fasting-glucose.ts';
import { fattyLiverModel } from './nhanes-fatty-liver.ts';
import { hba1cModel } from './nhanes-hba1c.ts';
import { metabolicSyndromeModel } from './nhanes-metabolic-syndrome.ts';
import { triglyceridesModel } from './nhanes-triglycerides.ts';
import { incidentHypertensionModel } from './parikh2008.ts';
import { ratePressureModel } from './rate-pressure-product.ts';
import { skinAgeModel } from './skin-age.ts';
import { estimatedWaistToHeightModel, measuredWaistToHeightModel } from './waist-to-height.ts';
import { wellnessModel } from './wellness-score.ts';
import { whoCardiovascularModel, whoHeartAttackModel, whoStrokeModel } from './who2019.ts';

/** Every model, by channel. For a channel with several standard models, the first that applies is used. */
export const HEALTH_MODELS: readonly HealthModel[] = [
  cuffSystolicModel,
  expectedSystolicModel,
  expectedSystolicWithToldModel,
  cuffDiastolicModel,
  expectedDiastolicModel,
  ratePressureModel,
  bodyMassIndexModel,
  skinAgeModel,
  measuredWaistToHeightModel,
  estimatedWaistToHeightModel,
  bodyShapeIndexModel,
  estimatedBodyShapeIndexModel,
  framinghamCardiovascularModel,
  whoCardiovascularModel,
  framinghamCoronaryModel,
  whoHeartAttackModel,
  framinghamStrokeModel,
  whoStrokeModel,
  hypertensionModel,
  incidentHypertensionModel,
  diabetesModel,
  desirDiabetesModel,
  hba1cModel,
  cambridgeModel,
  fastingGlucoseModel,
  triglyceridesModel,
  cholesterolModel,
  fattyLiverModel,
  metabolicSyndromeModel,
  wellnessModel,
];
