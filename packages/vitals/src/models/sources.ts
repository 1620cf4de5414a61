// SPDX-License-Identifier: Apache-2.0
/** Where a method comes from and how far it can be trusted, in words that the app can show. */
export interface Source {
  readonly authors: string;
  readonly year: number;
  readonly title: string;
  /** DOI link, else the page of the data or definition; empty when there is none. */
  readonly url: string;
  /** True for this project's own models and scales: open, reproducible, not peer reviewed. */
  readonly ownModel: boolean;
  /** What the number means, whom it was made for, what it leaves out. */
  readonly note: string;
  /** How wrong it may be. */
  readonly error: string;
}

const doi = (id: string): string => `https://doi.org/${id}`;
const NHANES_URL = 'https://www.cdc.gov/nchs/nhanes/';
const US_ONLY =
  "This project's own open model, not peer reviewed, fitted on US survey data (NHANES); other countries differ. Not a diagnosis.";
const OWN = { authors: 'Perfuse project', year: 2026, url: NHANES_URL, ownModel: true } as const;

const WHO_2019 = {
  authors: 'WHO CVD Risk Chart Working Group',
  year: 2019,
  title:
    'World Health Organization cardiovascular disease risk charts: revised models to estimate risk in 21 global regions',
  url: doi('10.1016/S2214-109X(19)30318-3'),
  ownModel: false,
} as const;
const FRAMINGHAM_2008 = {
  authors: "D'Agostino RB Sr and others",
  year: 2008,
  title: 'General cardiovascular risk profile for use in primary care: the Framingham Heart Study',
  url: doi('10.1161/CIRCULATIONAHA.107.699579'),
  ownModel: false,
} as const;
const FRAMINGHAM_ERROR =
  'Over-predicts in many modern populations. C statistic of the version with blood lipids 0.76 (men) and 0.79 (women).';
const HTNPORT = {
  authors: 'Islam R, Manuel DG and others',
  year: 2025,
  title: 'Hypertension Population Risk Tool (HTNPoRT), reduced model',
  url: doi('10.20381/ruor-31356'),
  ownModel: false,
} as const;
const KRAKAUER_2012 = {
  authors: 'Krakauer NY, Krakauer JC',
  year: 2012,
  title: 'A new body shape index predicts mortality hazard independently of body mass index',
  url: doi('10.1371/journal.pone.0039504'),
  ownModel: false,
} as const;

/** All methods of the derived and estimated channels by their stable id. */
export const SOURCES = {
  kg_per_m2: {
    authors: 'World Health Organization',
    year: 2000,
    title: 'Body mass index: weight in kilograms divided by the square of height in metres',
    url: 'https://www.who.int/news-room/fact-sheets/detail/obesity-and-overweight',
    ownModel: false,
    note: 'A formula over the height and weight that were entered.',
    error: 'Exact for the values entered.',
  },
  measured_waist: {
    authors: 'The person measured',
    year: 2026,
    title: 'Waist circumference entered in the profile',
    url: '',
    ownModel: false,
    note: 'A waist measured with a tape and typed in.',
    error: 'About a centimetre with a tape, more over clothes.',
  },
  cuff_reading: {
    authors: 'The person measured',
    year: 2026,
    title: 'Blood pressure reading entered in the profile',
    url: '',
    ownModel: false,
    note: 'A recent reading of a cuff that was typed in; the camera did not measure it.',
    error: 'As good as the cuff and the way it was used.',
  },
  waist_over_height: {
    authors: 'National Institute for Health and Care Excellence',
    year: 2025,
    title: 'Waist-to-height ratio: waist circumference as a percentage of height',
    url: 'https://www.nice.org.uk/guidance/ng246',
    ownModel: false,
    note: 'A formula over the measured waist and the height that were entered.',
    error: 'Exact for the values entered.',
  },
  bozeman2012_interaction: {
    authors: 'Bozeman SR and others',
    year: 2012,
    title: 'Predicting waist circumference from body mass index',
    url: doi('10.1186/1471-2288-12-115'),
    ownModel: false,
    note: 'The waist is estimated from sex, age and body mass index with a formula from US survey data; age 20 to 79, body mass index 15 to 40. Enter a measured waist for your own value.',
    error: 'Standard deviation 5 cm (men) or 6 cm (women) of waist, 3.3 points of the ratio.',
  },
  krakauer2012_x100_measured_waist: {
    ...KRAKAUER_2012,
    note: 'A formula over the measured waist, height and weight, times 100. It says how large the waist is for this height and weight.',
    error: 'Carries the error of the tape: one centimetre of waist is about one percent.',
  },
  krakauer2012_x100_from_bozeman_waist: {
    ...KRAKAUER_2012,
    note: 'The index with an estimated waist. It carries almost no information and is not shown.',
    error: 'Correlation with the index from a measured waist 0.40.',
  },
  own_nhanes_expected_bp_v1: {
    ...OWN,
    title: 'Blood pressure expected for a profile, NHANES 1999-2018',
    note: `What people of this sex, age, build and treatment have on average: not measured by the camera. Age 18 to 79. ${US_ONLY}`,
    error:
      'One person lies within 14 (systolic) or 10 (diastolic) mmHg of it in two cases of three; the systolic value of people below 40 within 10, above 60 within 19.',
  },
  own_nhanes_expected_bp_v1_with_htn: {
    ...OWN,
    title: 'Blood pressure expected for a profile with told hypertension, NHANES 1999-2018',
    note: `As the expected blood pressure, with a term for hypertension that is not treated. ${US_ONLY}`,
    error: 'The spread is only 0.3 mmHg smaller than without that term.',
  },
  log10_hr_times_sbp: {
    authors: 'Gobel FL and others',
    year: 1978,
    title:
      'The rate-pressure product as an index of myocardial oxygen consumption during exercise in patients with angina pectoris',
    url: doi('10.1161/01.CIR.57.3.549'),
    ownModel: false,
    note: 'The decimal logarithm of heart rate times systolic pressure. With an expected blood pressure it is that of a typical person with your profile at your heart rate.',
    error:
      'Carries the spread of the blood pressure: about 0.05 when that is expected and not measured.',
  },
  who2019_nonlab: {
    ...WHO_2019,
    note: 'Risk of a first heart attack, coronary death or stroke in ten years, age 40 to 80, calibrated to the region. Not for people who already have heart disease or had a stroke; does not count diabetes. Without a cuff reading it is the risk of a typical person with your profile.',
    error:
      'The spread shown is what not knowing the blood pressure adds; the model has its own error on top.',
  },
  framingham2008_bmi: {
    ...FRAMINGHAM_2008,
    note: 'Risk of any cardiovascular disease in ten years, with angina, heart failure and leg arteries, so it reads higher than the WHO charts. Used for people with diabetes, age 30 to 74. Not for people who already have heart disease or had a stroke.',
    error: FRAMINGHAM_ERROR,
  },
  framingham2008_bmi_chd_share: {
    ...FRAMINGHAM_2008,
    note: 'The coronary share of the Framingham risk: wider than heart attack, angina counts too. The share belongs to the version with blood lipids. Used for people with diabetes, age 30 to 74.',
    error: FRAMINGHAM_ERROR,
  },
  framingham2008_bmi_stroke_share: {
    ...FRAMINGHAM_2008,
    note: 'The stroke share of the Framingham risk. The share belongs to the version with blood lipids. Used for people with diabetes, age 30 to 74.',
    error: FRAMINGHAM_ERROR,
  },
  htnport_reduced_marginal: {
    ...HTNPORT,
    note: 'Probability that a person like this has high blood pressure now, known or not, from a Canadian survey, age 20 to 79. Includes people who know it, so for someone who was never told it reads about twice too high. Hypertension in the family is not asked and averaged over.',
    error:
      'Area under the curve 0.80 (men) and 0.85 (women) in our check on US data. The spread shown is what the unknown family history adds.',
  },
  framingham_parikh2008_4y: {
    authors: 'Parikh NI and others',
    year: 2008,
    title:
      'A risk score for predicting near-term incidence of hypertension: the Framingham Heart Study',
    url: doi('10.7326/0003-4819-148-2-200801150-00005'),
    ownModel: false,
    note: 'Risk of getting hypertension in four years, from a cuff reading below 140/90, age 20 to 69, no diabetes. Hypertension of the parents is not asked and taken as none, so it reads low.',
    error: 'C statistic 0.79.',
  },
  findrisc2003_concise_logit: {
    authors: 'Lindström J, Tuomilehto J',
    year: 2003,
    title: 'The diabetes risk score: a practical tool to predict type 2 diabetes risk',
    url: doi('10.2337/diacare.26.3.725'),
    ownModel: false,
    note: 'Risk of type 2 diabetes treated with drugs within ten years, from 4,435 Finns aged 35 to 64; outside that age it is extrapolated. High blood glucose in the past is not asked and taken as no.',
    error:
      'C statistic 0.77 for the points score in a Norwegian study, where the risk was overstated.',
  },
  desir2008_clinical: {
    authors: 'Balkau B and others',
    year: 2008,
    title:
      'Predicting diabetes: clinical, biological, and genetic approaches. Data from the Epidemiological Study on the Insulin Resistance Syndrome (DESIR)',
    url: doi('10.2337/dc08-0368'),
    ownModel: false,
    note: 'Risk of diabetes in nine years, from French adults aged 30 to 65. Diabetes in the family is not asked and taken as no.',
    error: 'Area under the curve 0.71 (men) and 0.83 (women).',
  },
  own_nhanes_a1c57_v1: {
    ...OWN,
    title: 'Probability of HbA1c of 5.7 % or more, NHANES 2009-2018',
    note: `Probability that HbA1c, a mirror of the average blood glucose of two to three months, is 5.7 % or more, without known diabetes. Age 20 to 79. ${US_ONLY}`,
    error:
      'Area under the curve 0.75 (men) and 0.77 (women); off by up to 4 points where it could be checked.',
  },
  cambridge2000_score_x100: {
    authors: 'Griffin SJ and others',
    year: 2000,
    title: 'Diabetes risk score: towards earlier detection of type 2 diabetes in general practice',
    url: doi('10.1002/1520-7560(200005/06)16:3<164::AID-DMRR103>3.0.CO;2-R'),
    ownModel: false,
    note: 'An index of undiagnosed raised HbA1c, not a probability: its study chose more cases than there are. Family history and steroids are not asked and taken as no.',
    error: 'Area under the curve 0.74 for HbA1c of 7.0 % or more in EPIC-Norfolk.',
  },
  own_nhanes_fpg100_v1: {
    ...OWN,
    title: 'Probability of fasting glucose of 100 mg/dL or more, NHANES 2009-2018',
    note: `Probability that fasting blood glucose is 100 mg/dL (5.6 mmol/L) or more, without known diabetes. Age 20 to 79. ${US_ONLY}`,
    error:
      'Area under the curve 0.74 (men) and 0.77 (women); off by up to 4 points where it could be checked.',
  },
  own_nhanes_tg150_v1: {
    ...OWN,
    title: 'Probability of fasting triglycerides of 150 mg/dL or more, NHANES 2009-2018',
    note: `Probability that fasting triglycerides are 150 mg/dL (1.7 mmol/L) or more. Age 20 to 79. ${US_ONLY}`,
    error:
      'Weak: area under the curve 0.67 (men) and 0.73 (women); off by up to 5 (men) or 10 (women) points where it could be checked.',
  },
  own_nhanes_tc240_or_med_v1: {
    ...OWN,
    title: 'Probability of high cholesterol, NHANES 2009-2018',
    note: `Probability that total cholesterol is 240 mg/dL (6.2 mmol/L) or more, or that cholesterol medicine was advised. A family cause cannot be seen from a profile. Age 20 to 79. ${US_ONLY}`,
    error:
      'Area under the curve 0.78 (men) and 0.83 (women); off by up to 6 points where it could be checked.',
  },
  own_nhanes_cap285_v1: {
    ...OWN,
    title: 'Probability of fatty liver, NHANES 2017-March 2020',
    note: `Probability that the ultrasound attenuation of the liver (CAP) is 285 dB/m or more, whatever the cause, alcohol included. Age 20 to 79. ${US_ONLY}`,
    error:
      'Area under the curve 0.83 (men) and 0.82 (women); off by up to 6 points where it could be checked.',
  },
  own_nhanes_mets3of5_v1: {
    ...OWN,
    title: 'Probability of metabolic syndrome, NHANES 2009-2018',
    note: `Probability that three or more of five apply: large waist, high triglycerides, low HDL cholesterol, raised blood pressure, raised glucose (joint statement of Alberti and others 2009, US waist limits). Age 20 to 79. ${US_ONLY}`,
    error:
      'Area under the curve 0.86 (men) and 0.88 (women); off by up to 5 points where it could be checked.',
  },
  le8_style_partial_v1: {
    authors: 'Perfuse project, after Lloyd-Jones DM and others (Life’s Essential 8)',
    year: 2022,
    title: 'Partial lifestyle score in the style of Life’s Essential 8',
    url: doi('10.1161/CIR.0000000000001078'),
    ownModel: true,
    note: 'The mean of smoking, body mass index, glucose, blood pressure and resting heart rate, as far as they are known. Diet, activity, sleep and blood lipids are missing and the part for heart rate is our own, so it is not the Life’s Essential 8 score.',
    error: 'Not validated.',
  },
  facial_skin_age: {
    authors: 'None',
    year: 2026,
    title: 'Facial skin age',
    url: '',
    ownModel: false,
    note: 'There is no open, validated method to read skin age from a face, so none is shown.',
    error: 'Not available.',
  },
} as const satisfies Record<string, Source>;

export type SourceId = keyof typeof SOURCES;

function isSourceId(id: string): id is SourceId {
  return Object.hasOwn(SOURCES, id);
}

/**
 * The citations of a channel value.
 * @param source a value's `source`: ids joined by `+`, the model first, then its inputs; unknown ids are left out.
 */
export function citationsOf(source: string): readonly Source[] {
  return source
    .split('+')
    .filter(isSourceId)
    .map((id) => SOURCES[id]);
}
