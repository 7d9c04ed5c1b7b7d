import type { ServicePage } from "../page-types.ts";

export const artificialIntelligence: ServicePage = {
  slug: "artificial-intelligence",
  name: "Artificial Intelligence",
  promise: "Take one use case from a sketch to a model in production, with the evidence kept beside every decision.",
  meta: {
    title: "AI consulting and engineering through to production",
    description:
      "We pick use cases worth the trouble, test models against the way you work today, and run them with monitoring, records and a named owner.",
  },
  problem: {
    title: "The demonstration worked. Now what?",
    paragraphs: [
      "A team shows a model that reads contracts, ranks leads or predicts a failure. Everybody in the room agrees that it is good. Six months later it is still a demonstration, because nobody settled who owns its mistakes, what an answer costs, or how anyone would notice it getting worse.",
      "Models are rarely the hard part. The hard parts are the labelled examples nobody has time to make, the approval step that adds two days, and the person whose job changes and who was asked last. We plan those first.",
      "We also say no. If a rule, a query or a better form would do, it will be cheaper to run and easier to explain. You get that advice in writing too.",
    ],
  },
  offers: [
    {
      title: "Choose the use case",
      text: "We score candidates on value, data at hand, the cost of a wrong answer and the team’s appetite for change. You receive a ranked list, with the rejected ideas and the reasons.",
    },
    {
      title: "Prepare the examples",
      text: "Your experts label a few hundred real cases with us. Their disagreements are recorded, because a model cannot agree with people who do not agree with each other.",
    },
    {
      title: "Build with language models",
      text: "Retrieval over your documents, tools with narrow permissions, answers that cite their page. We try the smaller model first and pay for a larger one only where the score improves.",
    },
    {
      title: "Train predictive models",
      text: "Forecasts, anomaly detection, scoring and vision, trained on your history. Each is judged against the method you use today, not against nothing.",
    },
    {
      title: "Govern the risk",
      text: "A model register, an impact assessment, human review where a decision touches a person, and records mapped to the EU AI Act, ISO/IEC 42001 or the NIST AI Risk Management Framework.",
    },
    {
      title: "Operate what is live",
      text: "Drift, cost per answer, response time and override rate on one dashboard. Thresholds page somebody, and a switch returns the work to the manual process.",
    },
  ],
  steps: [
    {
      title: "Frame",
      when: "Weeks 1 and 2",
      text: "Name one decision, its owner, today’s error rate and the price of a wrong answer. Where no baseline exists, we measure one.",
    },
    {
      title: "Test",
      when: "Weeks 3 to 5",
      text: "Build the evaluation set and the simplest version that could work. The result may be a stop. The evaluation set is yours either way.",
    },
    {
      title: "Shadow",
      when: "Weeks 6 to 9",
      text: "The model runs beside the people doing the work. They see its answer only after giving theirs, so the comparison is fair.",
    },
    {
      title: "Release",
      when: "Weeks 10 to 14",
      text: "Go live with one team, with access control, logging, a rollback rehearsed in daylight and a weekly review.",
    },
    {
      title: "Widen",
      when: "From month 4",
      text: "Add teams while the figures hold. Your engineers take over retraining and the register, with us on call for an agreed period.",
    },
  ],
  example: {
    title: "An example: invoices read by a model, checked by people",
    text: "A shared service centre handles 18,000 supplier invoices a month. The model extracts the fields and states its confidence; anything doubtful goes to a clerk. The bar for doubt starts high and comes down only as sampled errors allow. Duplicate payments stay with a plain rule, which is better at them.",
    figures: [
      { value: "62\u00A0%", note: "of invoices posted without keying after six months; none before" },
      { value: "0.6\u00A0%", note: "field errors in a weekly sample of 400 invoices; 1.9\u00A0% when keyed by hand" },
      { value: "16 weeks", note: "from first workshop to first live team; the plan said 14" },
    ],
    series: {
      finding: "The share of invoices keyed by hand fell from 100 to 38 per cent in six months",
      unit: "% of invoices keyed by hand",
      points: [
        { label: "Start", value: 100 },
        { label: "Month 1", value: 82 },
        { label: "Month 2", value: 64 },
        { label: "Month 3", value: 51 },
        { label: "Month 4", value: 45 },
        { label: "Month 5", value: 41 },
        { label: "Month 6", value: 38 },
      ],
    },
  },
  technologies: [
    { group: "Models", names: ["Azure OpenAI", "Amazon Bedrock", "Vertex AI", "Open-weight models"] },
    { group: "Engineering", names: ["Python", "PyTorch", "scikit-learn", "Hugging Face"] },
    { group: "Retrieval", names: ["PostgreSQL with pgvector", "OpenSearch", "Azure AI Search"] },
    { group: "Operations", names: ["MLflow", "Kubernetes", "OpenTelemetry"] },
  ],
  industries: ["healthcare", "manufacturing", "finserv"],
  questions: [
    {
      question: "When should we not use AI?",
      answer:
        "When the rule can be written down, when errors cannot be caught before they do harm, or when there are too few past cases to test against. Also when nobody will change their work because of the answer. In these cases a form, a report or a checklist gives more for less.",
    },
    {
      question: "Will our data train somebody else’s model?",
      answer:
        "Not if the contract and the configuration say so, and we check both. We use services whose terms exclude training on customer data, or run open-weight models inside your own tenancy. Prompts and answers are logged on your side, with a retention period you set.",
    },
    {
      question: "What happens when the model is wrong?",
      answer:
        "It will be, at a rate we have measured. Before release we agree which errors are tolerable, who reviews the doubtful cases and how an affected person can object. If the error rate passes its limit, the work goes back to the manual process until the cause is understood.",
    },
    {
      question: "Do we need a data platform first?",
      answer:
        "Usually not for the first use case. One clean extract and a weekly refresh will carry a pilot. For the third or fourth use case the answer changes, because each would otherwise clean the same tables again. Our data team can plan that point with you.",
    },
    {
      question: "Who owns the prompts, weights and test cases?",
      answer:
        "You do, from the day they are written, in your repositories. Licences of third-party models stay with their makers, and we list them. The test cases matter above all: with them you can change model, supplier or us, and know what the change cost.",
    },
  ],
  closing: {
    title: "Bring the pilot that stalled.",
    description:
      "In thirty minutes an engineer will tell you what stands between it and production, or why it should stop.",
    subject: "Artificial Intelligence",
  },
};
