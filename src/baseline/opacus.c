/* Opacus' RDPAccountant (version 1.5.4): Renyi divergences of the sampled Gaussian (Mironov, Talwar and Zhang 2019) in the
 * direction remove, which is the larger one, at the orders 1.1 to 10.9 by tenths and 12 to 63, improved conversion. */
#include "baseline/program.h"
#include "baseline/rdp.h"

pld_status pld__baseline_opacus(const pld__baseline_question *question, pld_baseline_answer *answer) {
    pld__baseline_question removed = *question;
    if (pld__program_refuses(question, answer))
        return PLD_OK;
    removed.adjacency = PLD_ADJACENCY_REMOVE;
    return pld__rdp_list(&removed, pld__conversion_improved, answer);
}
