/** The five cards of 'The E5 Edge'. */
export const strengths = [
  {
    title: "Experience",
    description: "20+ years of technology transformation and accelerated innovation.",
  },
  { title: "Ecosystem", description: "Diverse, innovative partner network." },
  { title: "Ethics", description: "Learning, diversity, inclusion, commitment work culture." },
  { title: "Execution", description: "Services from strategy to management." },
  { title: "Expertise", description: "Technology is the vehicle, people drive it." },
] as const;
